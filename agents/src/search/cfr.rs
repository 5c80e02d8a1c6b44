//! Solver for two-seat constant-sum games with hidden information: an explicit game tree and counterfactual regret
//! minimization.
//!
//! The algorithm is CFR+ (Tammelin 2014, after Zinkevich et al. 2007): seats are updated in turn, regrets are
//! floored at 0 and later strategies have more weight. Values are those of the first seat; the second seat
//! minimizes them. The distance to an equilibrium is exact, from the best response of each seat. The seats need
//! perfect recall.

/// Index of a node of the tree.
pub type NodeId = usize;
/// Index of an information set: everything that a seat knows where it chooses.
pub type SetId = usize;

#[derive(Clone, Debug)]
enum Node {
    /// The end of the game, with its value to the first seat.
    End(f64),
    Chance(Vec<(f64, NodeId)>),
    /// A choice of a seat.
    Choice(SetId, Vec<NodeId>),
}

/// A game as an explicit tree. Build it from the leaves with the `add_` methods.
#[derive(Clone, Debug, Default)]
pub struct GameTree {
    nodes: Vec<Node>,
    /// The seat of each information set, 0 or 1, and its number of choices.
    sets: Vec<(usize, usize)>,
}

impl GameTree {
    /// Adds an information set in which `seat`, 0 or 1, has this many choices.
    pub fn add_set(&mut self, seat: usize, choices: usize) -> SetId {
        self.sets.push((seat, choices));
        self.sets.len() - 1
    }

    /// Adds an end of the game with `value` to the first seat.
    pub fn add_end(&mut self, value: f64) -> NodeId {
        self.add(Node::End(value))
    }

    /// Adds a chance node with the probability and the child of each outcome.
    pub fn add_chance(&mut self, ways: Vec<(f64, NodeId)>) -> NodeId {
        self.add(Node::Chance(ways))
    }

    /// Adds a choice of the seat of `set`, with one child for each choice.
    ///
    /// # Panics
    ///
    /// Panics if the number of children differs from the number of choices of the set.
    pub fn add_choice(&mut self, set: SetId, ways: Vec<NodeId>) -> NodeId {
        assert_eq!(ways.len(), self.sets[set].1, "all nodes of an information set have the same choices");
        self.add(Node::Choice(set, ways))
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Returns the number of nodes and the number of information sets.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.sets.len())
    }

    /// Returns the strategy that chooses uniformly in every information set.
    pub fn uniform_strategy(&self) -> Strategy {
        Strategy(self.sets.iter().map(|&(_, choices)| vec![1.0 / choices as f64; choices]).collect())
    }

    /// Returns the value of the game from `root` to the first seat if both seats play `strategy`.
    pub fn value(&self, root: NodeId, strategy: &Strategy) -> f64 {
        match &self.nodes[root] {
            Node::End(value) => *value,
            Node::Chance(ways) => ways.iter().map(|&(chance, way)| chance * self.value(way, strategy)).sum(),
            Node::Choice(set, ways) => {
                let ways = ways.iter().zip(&strategy.0[*set]);
                ways.filter(|(_, chance)| **chance > 0.0).map(|(&way, chance)| chance * self.value(way, strategy)).sum()
            }
        }
    }

    /// Returns the value of the game from `root` to the first seat if `seat`, 0 or 1, plays a best response to
    /// `strategy`.
    pub fn best_response_value(&self, root: NodeId, strategy: &Strategy, seat: usize) -> f64 {
        let mut best = self.responder(strategy, seat);
        best.spread(root, 1.0);
        best.value(root)
    }

    /// Returns the best response of `seat` to `strategy` from `root`: its choice in each information set. The entry
    /// is `None` for sets of the other seat and for sets that the seat never reaches.
    pub fn best_response(&self, root: NodeId, strategy: &Strategy, seat: usize) -> Vec<Option<usize>> {
        let mut best = self.responder(strategy, seat);
        best.spread(root, 1.0);
        best.value(root);
        best.chosen
    }

    fn responder<'t>(&'t self, strategy: &'t Strategy, seat: usize) -> BestResponse<'t> {
        let (moments, chosen) = (vec![Vec::new(); self.sets.len()], vec![None; self.sets.len()]);
        BestResponse { tree: self, strategy, seat, moments, chosen }
    }

    /// Returns the probability of reaching each information set from `root` if both seats play `strategy`.
    pub fn reach_probabilities(&self, root: NodeId, strategy: &Strategy) -> Vec<f64> {
        let mut all = vec![0.0; self.sets.len()];
        self.reach(root, strategy, 1.0, &mut all);
        all
    }

    fn reach(&self, node: NodeId, strategy: &Strategy, chance: f64, all: &mut [f64]) {
        match &self.nodes[node] {
            Node::End(_) => {}
            Node::Chance(ways) => ways.iter().for_each(|&(part, way)| self.reach(way, strategy, chance * part, all)),
            Node::Choice(set, ways) => {
                all[*set] += chance;
                for (&way, part) in ways.iter().zip(&strategy.0[*set]) {
                    self.reach(way, strategy, chance * part, all);
                }
            }
        }
    }

    /// Returns, for each information set, the probability that the choices of its own seat lead there.
    pub fn own_reach_probabilities(&self, root: NodeId, strategy: &Strategy) -> Vec<f64> {
        let mut all = vec![0.0; self.sets.len()];
        self.own(root, strategy, [1.0; 2], &mut all);
        all
    }

    fn own(&self, node: NodeId, strategy: &Strategy, own: [f64; 2], all: &mut [f64]) {
        match &self.nodes[node] {
            Node::End(_) => {}
            Node::Chance(ways) => ways.iter().for_each(|&(_, way)| self.own(way, strategy, own, all)),
            Node::Choice(set, ways) => {
                let seat = self.sets[*set].0;
                all[*set] = own[seat];
                for (&way, part) in ways.iter().zip(&strategy.0[*set]) {
                    let mut next = own;
                    next[seat] *= part;
                    self.own(way, strategy, next, all);
                }
            }
        }
    }

    /// Runs `rounds` iterations of CFR+ from `root` and returns the average strategy.
    pub fn solve(&self, root: NodeId, rounds: u32) -> Strategy {
        let zeros = || self.sets.iter().map(|&(_, choices)| vec![0.0; choices]).collect::<Vec<Vec<f64>>>();
        let mut solver = Solver {
            tree: self,
            now: self.uniform_strategy(),
            regrets: zeros(),
            sums: zeros(),
            learner: 0,
            weight: 0.0,
        };
        for round in 0..rounds {
            solver.weight = f64::from(round + 1);
            for learner in 0..2 {
                solver.learner = learner;
                solver.walk(root, 1.0, 1.0);
                solver.follow(learner);
            }
        }
        let even = self.uniform_strategy();
        let mean = |(sums, even): (Vec<f64>, Vec<f64>)| {
            let total: f64 = sums.iter().sum();
            if total > 0.0 { sums.iter().map(|sum| sum / total).collect() } else { even }
        };
        Strategy(solver.sums.into_iter().zip(even.0).map(mean).collect())
    }
}

/// The probability of each choice in each information set: `[set][choice]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy(pub Vec<Vec<f64>>);

struct Solver<'t> {
    tree: &'t GameTree,
    now: Strategy,
    regrets: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    learner: usize,
    weight: f64,
}

impl Solver<'_> {
    /// Updates the learner's regrets and strategy sums below `node` and returns its value to the first seat. `own`
    /// is the probability that the learner plays to this node, `others` that of chance and the other seat.
    fn walk(&mut self, node: NodeId, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End(value) => *value,
            Node::Chance(ways) => ways.iter().map(|&(chance, way)| chance * self.walk(way, own, others * chance)).sum(),
            Node::Choice(set, ways) if tree.sets[*set].0 != self.learner => {
                let mut value = 0.0;
                // Also visit choices of probability 0: the average strategy below them still matters.
                for (place, &way) in ways.iter().enumerate() {
                    let chance = self.now.0[*set][place];
                    value += chance * self.walk(way, own, others * chance);
                }
                value
            }
            Node::Choice(set, ways) => {
                let mut values = Vec::with_capacity(ways.len());
                let mut value = 0.0;
                for (place, &way) in ways.iter().enumerate() {
                    let chance = self.now.0[*set][place];
                    values.push(self.walk(way, own * chance, others));
                    value += chance * values[place];
                }
                let sign = if self.learner == 0 { others } else { -others };
                for (place, found) in values.iter().enumerate() {
                    self.regrets[*set][place] += sign * (found - value);
                    self.sums[*set][place] += self.weight * own * self.now.0[*set][place];
                }
                value
            }
        }
    }

    /// Recomputes the strategy of `seat` from its regrets.
    fn follow(&mut self, seat: usize) {
        for (set, regrets) in self.regrets.iter_mut().enumerate().filter(|(set, _)| self.tree.sets[*set].0 == seat) {
            regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
            let total: f64 = regrets.iter().sum();
            let even = 1.0 / regrets.len() as f64;
            let chances = &mut self.now.0[set];
            for (chance, regret) in chances.iter_mut().zip(regrets.iter()) {
                *chance = if total > 0.0 { regret / total } else { even };
            }
        }
    }
}

struct BestResponse<'t> {
    tree: &'t GameTree,
    strategy: &'t Strategy,
    seat: usize,
    /// For each information set of the seat, its nodes with the probability that chance and the other seat lead
    /// there.
    moments: Vec<Vec<(f64, NodeId)>>,
    chosen: Vec<Option<usize>>,
}

impl BestResponse<'_> {
    fn spread(&mut self, node: NodeId, others: f64) {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End(_) => {}
            Node::Chance(ways) => ways.iter().for_each(|&(chance, way)| self.spread(way, others * chance)),
            Node::Choice(set, ways) if tree.sets[*set].0 == self.seat => {
                self.moments[*set].push((others, node));
                ways.iter().for_each(|&way| self.spread(way, others));
            }
            Node::Choice(set, ways) => {
                for (place, &way) in ways.iter().enumerate() {
                    self.spread(way, others * self.strategy.0[*set][place]);
                }
            }
        }
    }

    fn value(&mut self, node: NodeId) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End(value) => *value,
            Node::Chance(ways) => ways.iter().map(|&(chance, way)| chance * self.value(way)).sum(),
            Node::Choice(set, ways) if tree.sets[*set].0 == self.seat => {
                let place = self.best(*set);
                self.value(ways[place])
            }
            Node::Choice(set, ways) => {
                let mut value = 0.0;
                for (place, &way) in ways.iter().enumerate() {
                    let chance = self.strategy.0[*set][place];
                    if chance > 0.0 {
                        value += chance * self.value(way);
                    }
                }
                value
            }
        }
    }

    /// Returns the best choice of a set, summed over all its nodes.
    fn best(&mut self, set: SetId) -> usize {
        if let Some(known) = self.chosen[set] {
            return known;
        }
        let sign = if self.seat == 0 { 1.0 } else { -1.0 };
        let moments = std::mem::take(&mut self.moments[set]);
        let mut best = (f64::NEG_INFINITY, 0);
        for place in 0..self.tree.sets[set].1 {
            let mut sum = 0.0;
            for &(others, node) in moments.iter().filter(|(others, _)| *others > 0.0) {
                let Node::Choice(_, ways) = &self.tree.nodes[node] else {
                    unreachable!("nodes of an information set are choices")
                };
                sum += sign * others * self.value(ways[place]);
            }
            if sum > best.0 {
                best = (sum, place);
            }
        }
        self.moments[set] = moments;
        self.chosen[set] = Some(best.1);
        best.1
    }
}
