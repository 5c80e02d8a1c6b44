//! The statistics of a search tree: nodes, edges, and sums of results.
//!
//! Everything is stored in a few vectors that are reused from decision to decision. A node stands for what its
//! mover knows: the moves that led there if all seats saw them, else a key of what that seat has seen. The possible
//! moves of a node differ between worlds, so each edge counts how often its move was available.

use std::collections::BTreeMap;

use ergo_engine::seat::Seat;

use crate::utility::Utilities;

/// No node, edge or class.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub visits: u32,
    first: u32,
    last: u32,
    first_class: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    next: u32,
    /// The node it leads to, or [`NONE`].
    pub child: u32,
    /// Its class, or [`NONE`] if classes are not used.
    pub class: u32,
    /// Number of visits of its node at which it could be chosen, counted from when the move was first met there.
    pub available: u32,
    /// Number of times it was chosen.
    pub visits: u32,
    /// Estimated value to its mover before the first visit.
    pub guess: f64,
    /// Unnormalized prior.
    pub weight: f64,
}

/// A class of moves at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveClass<C> {
    class: C,
    next: u32,
    /// The visit of its node at which it was last available.
    seen_at: u32,
    pub available: u32,
    pub visits: u32,
}

/// The counts of one move of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats {
    /// Number of times it was chosen.
    pub visits: u32,
    /// Number of visits of its node at which it could be chosen, counted from when the move was first met there.
    pub available: u32,
}

/// A search tree of moves `M` in classes `C`.
pub struct Tree<M, C> {
    seats: usize,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    moves: Vec<M>,
    sums: Vec<f64>,
    groups: Vec<MoveClass<C>>,
    group_sums: Vec<f64>,
    /// Nodes by the key of what their mover knows, where the path does not identify them.
    known: BTreeMap<u64, u32>,
}

/// The root.
pub(crate) const ROOT: u32 = 0;

impl<M: Copy, C: Copy + Ord> Tree<M, C> {
    /// Creates a tree with only a root, for `seats` seats.
    pub fn new(seats: usize) -> Self {
        let mut tree = Tree {
            seats,
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            sums: Vec::new(),
            groups: Vec::new(),
            group_sums: Vec::new(),
            known: BTreeMap::new(),
        };
        tree.clear();
        tree
    }

    /// Removes everything except the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.moves.clear();
        self.sums.clear();
        self.groups.clear();
        self.group_sums.clear();
        self.known.clear();
        self.add_node();
    }

    fn add_node(&mut self) -> u32 {
        self.nodes.push(Node { visits: 0, first: NONE, last: NONE, first_class: NONE });
        self.nodes.len() as u32 - 1
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    pub(crate) fn choice(&self, edge: u32) -> &M {
        &self.moves[edge as usize]
    }

    pub(crate) fn group(&self, group: u32) -> &MoveClass<C> {
        &self.groups[group as usize]
    }

    /// Counts a visit of `node` and returns its number of visits, including this one.
    pub(crate) fn visit(&mut self, node: u32) -> u32 {
        let visits = &mut self.nodes[node as usize].visits;
        *visits += 1;
        *visits
    }

    /// Returns the first edge of `node`, or [`NONE`].
    pub(crate) fn first(&self, node: u32) -> u32 {
        self.nodes[node as usize].first
    }

    pub(crate) fn next(&self, edge: u32) -> u32 {
        self.edges[edge as usize].next
    }

    /// Returns every edge of `node`, in the order of addition.
    pub(crate) fn edges(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let mut edge = self.first(node);
        std::iter::from_fn(move || {
            let here = edge;
            (here != NONE).then(|| {
                edge = self.next(here);
                here
            })
        })
    }

    /// Returns every edge of the root, which must have been added before all other edges.
    pub(crate) fn root_edges(&self) -> std::ops::RangeInclusive<u32> {
        self.first(ROOT)..=self.nodes[ROOT as usize].last
    }

    /// Adds an untried move to `node`, in `class` if classes are used.
    pub(crate) fn add_edge(&mut self, node: u32, choice: M, guess: f64, weight: f64, class: Option<C>) -> u32 {
        let class = class.map_or(NONE, |class| self.group_of(node, class));
        let edge = self.edges.len() as u32;
        self.edges.push(Edge { next: NONE, child: NONE, class, available: 0, visits: 0, guess, weight });
        self.moves.push(choice);
        self.sums.resize(self.sums.len() + self.seats, 0.0);
        let node = &mut self.nodes[node as usize];
        if node.first == NONE {
            node.first = edge;
        } else {
            self.edges[node.last as usize].next = edge;
        }
        node.last = edge;
        edge
    }

    /// Returns the class `class` of `node`, added if it is new.
    fn group_of(&mut self, node: u32, class: C) -> u32 {
        let mut group = self.nodes[node as usize].first_class;
        while group != NONE {
            if self.groups[group as usize].class == class {
                return group;
            }
            group = self.groups[group as usize].next;
        }
        let next = self.nodes[node as usize].first_class;
        self.groups.push(MoveClass { class, next, seen_at: 0, available: 0, visits: 0 });
        self.group_sums.resize(self.group_sums.len() + self.seats, 0.0);
        self.nodes[node as usize].first_class = self.groups.len() as u32 - 1;
        self.groups.len() as u32 - 1
    }

    /// Counts that `edge` was available at visit number `visit` of its node.
    pub(crate) fn count_available(&mut self, edge: u32, visit: u32) {
        let edge = &mut self.edges[edge as usize];
        edge.available += 1;
        if edge.class != NONE {
            let group = &mut self.groups[edge.class as usize];
            if group.seen_at != visit {
                group.seen_at = visit;
                group.available += 1;
            }
        }
    }

    /// Sets the availability of every root edge and class to the number of visits.
    pub(crate) fn count_root_available(&mut self) {
        let Node { visits, mut first, mut first_class, .. } = self.nodes[ROOT as usize];
        while first != NONE {
            self.edges[first as usize].available = visits;
            first = self.edges[first as usize].next;
        }
        while first_class != NONE {
            self.groups[first_class as usize].available = visits;
            first_class = self.groups[first_class as usize].next;
        }
    }

    /// Returns the node that `edge` leads to, added if it is new.
    pub(crate) fn child(&mut self, edge: u32) -> u32 {
        let child = self.edges[edge as usize].child;
        if child != NONE {
            return child;
        }
        let child = self.add_node();
        self.edges[edge as usize].child = child;
        child
    }

    /// Returns the node for the key of its mover's knowledge, added if it is new.
    pub(crate) fn node_of(&mut self, key: u64) -> u32 {
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let node = self.add_node();
        self.known.insert(key, node);
        node
    }

    /// Registers the root under the key of its mover's knowledge.
    pub(crate) fn know_root(&mut self, key: u64) {
        self.known.insert(key, ROOT);
    }

    /// Counts a visit of `edge` and adds its result.
    pub(crate) fn add_result(&mut self, edge: u32, utilities: &Utilities) {
        let Edge { class, visits, .. } = &mut self.edges[edge as usize];
        *visits += 1;
        let class = *class;
        let sums = &mut self.sums[edge as usize * self.seats..][..self.seats];
        sums.iter_mut().zip(utilities.iter()).for_each(|(sum, utilities)| *sum += utilities);
        if class != NONE {
            self.groups[class as usize].visits += 1;
            let sums = &mut self.group_sums[class as usize * self.seats..][..self.seats];
            sums.iter_mut().zip(utilities.iter()).for_each(|(sum, utilities)| *sum += utilities);
        }
    }

    /// Returns the sum of the results of `edge` for `seat`.
    pub(crate) fn sum(&self, edge: u32, seat: Seat) -> f64 {
        self.sums[edge as usize * self.seats + seat.index()]
    }

    /// Returns the sum of the results of the moves of class `group` for `seat`.
    pub(crate) fn group_sum(&self, group: u32, seat: Seat) -> f64 {
        self.group_sums[group as usize * self.seats + seat.index()]
    }

    /// Returns the moves of the node that `path` leads to from the root, with their counts, in the order of
    /// addition. Returns `None` if the tree has no such node.
    pub fn stats(&self, path: &[M]) -> Option<Vec<(M, MoveStats)>>
    where
        M: PartialEq,
    {
        let mut node = ROOT;
        for choice in path {
            let edge = self.edges(node).find(|&edge| self.choice(edge) == choice)?;
            node = self.edge(edge).child;
            if node == NONE {
                return None;
            }
        }
        let stats = |edge: u32| MoveStats { visits: self.edge(edge).visits, available: self.edge(edge).available };
        Some(self.edges(node).map(|edge| (*self.choice(edge), stats(edge))).collect())
    }
}
