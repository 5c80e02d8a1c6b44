//! Two-seat games of constant sum with hidden information, solved: a tree in memory, and counterfactual regret minimization on it.
//!
//! Seat 1 wants the value high, seat 2 low. The method is CFR+ (Tammelin 2014, after Zinkevich et al. 2007): seats take turns, regrets
//! never fall below 0, later strategies count more. How far the answer is from an equilibrium is known exactly: by what a best
//! response gains on either side. Seats must remember what they knew and did.

/// A place of the tree.
pub type NodeId = usize;
/// An information set: what a seat knows where it chooses.
pub type SetId = usize;

#[derive(Clone, Debug)]
enum Node {
    /// The end: what it is worth to seat 1.
    End(f64),
    Chance(Vec<(f64, NodeId)>),
    /// A seat chooses.
    Choice(SetId, Vec<NodeId>),
}

/// A game as a tree.
#[derive(Clone, Debug, Default)]
pub struct GameTree {
    nodes: Vec<Node>,
    /// For each set of moments that a seat cannot tell apart the seat, 0 or 1, and how many choices it has.
    sets: Vec<(usize, usize)>,
}

impl GameTree {
    /// A new set of moments in which `seat`, 0 or 1, has so many choices.
    pub fn add_set(&mut self, seat: usize, choices: usize) -> SetId {
        self.sets.push((seat, choices));
        self.sets.len() - 1
    }

    /// An end that is worth `value` to seat 1.
    pub fn add_end(&mut self, value: f64) -> NodeId {
        self.add(Node::End(value))
    }

    /// Chance goes each of these ways as often as is said.
    pub fn add_chance(&mut self, ways: Vec<(f64, NodeId)>) -> NodeId {
        self.add(Node::Chance(ways))
    }

    /// The seat of `set` goes one of these ways.
    pub fn add_choice(&mut self, set: SetId, ways: Vec<NodeId>) -> NodeId {
        assert_eq!(ways.len(), self.sets[set].1, "all moments of a set have the same choices");
        self.add(Node::Choice(set, ways))
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Moments, and sets of them.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.sets.len())
    }

    /// The strategy that chooses evenly everywhere.
    pub fn uniform_strategy(&self) -> Strategy {
        Strategy(self.sets.iter().map(|&(_, choices)| vec![1.0 / choices as f64; choices]).collect())
    }

    /// The value of the game from `root` to seat 1 if both play `strategy`.
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

    /// The value of the game from `root` to seat 1 if `seat`, 0 or 1, answers `strategy` as well as it can and the other plays it.
    pub fn best_response_value(&self, root: NodeId, strategy: &Strategy, seat: usize) -> f64 {
        let mut best = self.responder(strategy, seat);
        best.spread(root, 1.0);
        best.value(root)
    }

    /// The best response of `seat` to `strategy` from `root`: its choice in each of its sets of moments; nothing in those of the
    /// other, and where it never comes.
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

    /// How often each set of moments is reached from `root` if both play `strategy`.
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

    /// Returns for each information set the probability that the choices of its own seat lead there.
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

    /// Solves the game from `root` by so many rounds.
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

/// For each set of moments the chance of each choice.
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
    /// The value of `node` to seat 1; the learner's regrets and means grow on the way. `own` is the chance that the learner comes
    /// here, `others` that of chance and the other seat.
    fn walk(&mut self, node: NodeId, own: f64, others: f64) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End(value) => *value,
            Node::Chance(ways) => ways.iter().map(|&(chance, way)| chance * self.walk(way, own, others * chance)).sum(),
            Node::Choice(set, ways) if tree.sets[*set].0 != self.learner => {
                let mut value = 0.0;
                // Where the other never goes, too: the means there count for what it could have gained.
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

    /// Makes `seat` play by its regrets from now on.
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
    /// The moments of each set of the seat's, and how often chance and the other come there.
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

    /// The best choice of a set, over all its moments.
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
                let Node::Choice(_, ways) = &self.tree.nodes[node] else { unreachable!("moments are choices") };
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
