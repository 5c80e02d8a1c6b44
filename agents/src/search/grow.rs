//! Grows one tree of [`super::ismcts`].

use ergo_engine::game::{Game, Information, Status};
use ergo_engine::rng::Rng;
use ergo_engine::seat::{Seat, SeatMap};

use super::agent::SearchTask;
use super::budget::Budget;
use super::evaluator::Evaluator;
use super::ismcts_settings::{Backup, IsmctsSettings, TreeMode};
use super::moves::Moves;
use super::playout::Simulator;
use super::select::{Item, SelectionRule, Selector};
use super::tree::{NONE, ROOT, Tree};
use crate::hash::stable_hash;
use crate::utility::{Utilities, Utility};

pub(super) struct Grower<G: Game, M: Moves<G>, J> {
    pub tree: Tree<M::Move, M::Class>,
    pub simulator: Simulator<G, M, J>,
    selector: Selector,
    world: Option<G::State>,
    path: Vec<(u32, Seat)>,
    available: Vec<u32>,
    listed: Vec<M::Move>,
    guesses: Vec<f64>,
    items: Vec<Item>,
    members: Vec<Item>,
    /// For each seat, a hash of what it has seen since the root; used with [`Key::Sights`].
    seen: SeatMap<u64>,
}

/// The kind of key that identifies the nodes of a tree.
#[derive(Clone, Copy, PartialEq)]
enum Key {
    /// The path of moves. All seats know these moves, or they are all the searcher's own.
    Path,
    /// What the mover has seen of the moves since the root.
    Sights,
    /// Everything that the mover observes.
    Observation,
}

impl Key {
    fn of(mode: TreeMode, information: Information) -> Self {
        match (mode, information) {
            (TreeMode::MultiObserver, _) => Key::Observation,
            (TreeMode::SingleObserver, Information::FaceDown) => Key::Sights,
            _ => Key::Path,
        }
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Grower<G, M, J> {
    /// Creates a tree that is only a root.
    pub(super) fn new(game: &G, moves: M, evaluator: J, utility: Utility, rule: SelectionRule) -> Self {
        Grower {
            tree: Tree::new(game.seats().get()),
            simulator: Simulator::new(moves, evaluator, utility),
            selector: Selector::new(rule, J::KNOWS),
            world: None,
            path: Vec::new(),
            available: Vec::new(),
            listed: Vec::new(),
            guesses: Vec::new(),
            items: Vec::new(),
            members: Vec::new(),
            seen: SeatMap::from_fn(game.seats(), |_| 0),
        }
    }

    /// Grows a new tree for `task`.
    pub(super) fn grow(
        &mut self,
        settings: &IsmctsSettings,
        budget: &Budget,
        task: &SearchTask<'_, G, M>,
        rng: &mut Rng,
    ) {
        self.tree.clear();
        self.simulator.begin(task.start);
        let key = Key::of(settings.mode, task.game.info().information);
        let mut world = self.world.take();
        while budget.allows(self.simulator.spent) {
            self.simulator.moves.determinize(task.game, task.worlds, rng, &mut world);
            let Some(state) = &mut world else { break };
            if self.simulator.spent.iterations == 0 {
                self.plant(settings, task, state);
                self.forget(task.game);
                self.tree.know_root(self.known(key, task.game, state, task.seat));
            }
            self.forget(task.game);
            let utilities = self.descend(settings, key, task, state, rng);
            self.simulator.record_result(&utilities);
            for &(edge, _) in &self.path {
                self.tree.add_result(edge, &utilities);
            }
            self.simulator.spent.iterations += 1;
        }
        self.tree.count_root_available();
        self.world = world;
    }

    /// Adds every move of the seat at the root.
    fn plant(&mut self, settings: &IsmctsSettings, task: &SearchTask<'_, G, M>, state: &G::State) {
        for (choice, &guess) in task.roots.iter().zip(task.guesses) {
            let class = settings.classes.then(|| self.simulator.moves.class(task.game, state, choice));
            self.tree.add_edge(ROOT, *choice, guess, settings.rule.weight(guess), class);
        }
    }

    /// Descends the tree once and plays out the rest. Returns the utilities; the edges stay in `path`.
    fn descend(
        &mut self,
        settings: &IsmctsSettings,
        key: Key,
        task: &SearchTask<'_, G, M>,
        state: &mut G::State,
        rng: &mut Rng,
    ) -> Utilities {
        let game = task.game;
        let mut node = ROOT;
        self.path.clear();
        loop {
            let Status::ToMove(seat) = game.status(state) else {
                unreachable!("the end of a round was handled before");
            };
            if let TreeMode::OwnTree(policy) = settings.mode
                && seat != task.seat
            {
                match self.simulator.play_policy_move(policy, game, state, seat, rng) {
                    Some(utilities) => return utilities,
                    None => continue,
                }
            }
            let visit = self.tree.visit(node);
            let widening = if seat == task.seat { settings.widen_own } else { settings.widen_others };
            let limit = widening.limit(visit);
            self.find_available(settings, game, state, node);
            if !M::LISTED && node != ROOT {
                self.draw_another(settings, game, state, node, limit, rng);
            }
            // Root moves are available at every visit; they are counted once, at the end.
            if node != ROOT {
                for &edge in &self.available {
                    self.tree.count_available(edge, visit);
                }
            }
            let always = (node == ROOT).then_some(visit);
            let edge = self.pick(settings, seat, task.seat, always, limit, rng);
            self.path.push((edge, seat));
            let fresh = self.tree.edge(edge).visits == 0;
            if key == Key::Sights {
                self.simulator.moves.update_seen(game, state, self.tree.choice(edge), &mut self.seen);
            }
            if let Some(utilities) = self.simulator.play(game, state, self.tree.choice(edge)) {
                return utilities;
            }
            if fresh {
                return self.simulator.play_out(settings.playout, game, state, rng);
            }
            node = match (key, game.status(state)) {
                (Key::Sights | Key::Observation, Status::ToMove(next)) => {
                    let known = self.known(key, game, state, next);
                    self.tree.node_of(known)
                }
                _ => self.tree.child(edge),
            };
        }
    }

    /// Clears what the seats have seen since the root.
    fn forget(&mut self, game: &G) {
        self.seen = SeatMap::from_fn(game.seats(), |_| 0);
    }

    /// Returns the key of the node of `seat`, which is to move in `state`.
    fn known(&self, key: Key, game: &G, state: &G::State, seat: Seat) -> u64 {
        match key {
            Key::Path => 0,
            Key::Sights => stable_hash(&(seat, self.seen[seat])),
            Key::Observation => stable_hash(&(seat, game.observe(state, seat))),
        }
    }

    /// Finds the moves of `node` that are possible in this world. If moves are listed, adds every new one.
    fn find_available(&mut self, settings: &IsmctsSettings, game: &G, state: &G::State, node: u32) {
        self.available.clear();
        if node == ROOT {
            // The root edges were added first and are consecutive.
            self.available.extend(self.tree.root_edges());
        } else if M::LISTED {
            self.list_all(settings, game, state, node);
        } else {
            let other_path = matches!(settings.mode, TreeMode::OwnTree(_));
            let mut edge = self.tree.first(node);
            while edge != NONE {
                let (choice, moves) = (self.tree.choice(edge), &self.simulator.moves);
                let possible = if other_path {
                    moves.is_legal(game, state, choice)
                } else {
                    moves.is_possible(game, state, choice)
                };
                if possible {
                    self.available.push(edge);
                }
                edge = self.tree.next(edge);
            }
        }
    }

    fn list_all(&mut self, settings: &IsmctsSettings, game: &G, state: &G::State, node: u32) {
        let mut listed = std::mem::take(&mut self.listed);
        self.simulator.moves.list(game, state, &mut self.simulator.scratch, &mut listed);
        let mut evaluated = false;
        for (place, choice) in listed.iter().enumerate() {
            let known = self.tree.edges(node).find(|&edge| self.tree.choice(edge) == choice);
            let edge = known.unwrap_or_else(|| {
                if !evaluated {
                    self.simulator.evaluate_moves(game, state, &listed, &mut self.guesses);
                    evaluated = true;
                }
                self.add(settings, game, state, node, *choice, self.guesses[place])
            });
            self.available.push(edge);
        }
        self.listed = listed;
    }

    /// Samples moves at `node` and adds the best one if it is new, unless `limit` moves or an untried move are
    /// available.
    fn draw_another(
        &mut self,
        settings: &IsmctsSettings,
        game: &G,
        state: &G::State,
        node: u32,
        limit: usize,
        rng: &mut Rng,
    ) {
        let untried = self.available.iter().any(|&edge| self.tree.edge(edge).visits == 0);
        if untried || self.available.len() >= limit {
            return;
        }
        self.listed.clear();
        for _ in 0..settings.expand.max(1) {
            let choice = self.simulator.moves.sample(game, state, rng, &mut self.simulator.scratch);
            let other_path = matches!(settings.mode, TreeMode::OwnTree(_));
            let same = |known: &M::Move| {
                if other_path { self.simulator.moves.has_same_actions(known, &choice) } else { *known == choice }
            };
            let known = self.available.iter().any(|&edge| same(self.tree.choice(edge)));
            if !known {
                self.listed.push(choice);
            }
        }
        if self.listed.is_empty() {
            return;
        }
        let listed = std::mem::take(&mut self.listed);
        let mut best = 0;
        let mut guess = 0.5;
        if J::KNOWS && (settings.expand > 1 || matches!(settings.rule, SelectionRule::Puct { .. })) {
            self.simulator.evaluate_moves(game, state, &listed, &mut self.guesses);
            for (place, value) in self.guesses.iter().enumerate() {
                if *value > self.guesses[best] {
                    best = place;
                }
            }
            guess = self.guesses[best];
        }
        let edge = self.add(settings, game, state, node, listed[best], guess);
        self.available.push(edge);
        self.listed = listed;
    }

    fn add(
        &mut self,
        settings: &IsmctsSettings,
        game: &G,
        state: &G::State,
        node: u32,
        choice: M::Move,
        guess: f64,
    ) -> u32 {
        let class = settings.classes.then(|| self.simulator.moves.class(game, state, &choice));
        self.tree.add_edge(node, choice, guess, settings.rule.weight(guess), class)
    }

    /// Selects an available move for `seat`. `always` is the availability count if every move was always available.
    fn pick(
        &mut self,
        settings: &IsmctsSettings,
        seat: Seat,
        me: Seat,
        always: Option<u32>,
        limit: usize,
        rng: &mut Rng,
    ) -> u32 {
        let against = settings.backup == Backup::Paranoid && seat != me;
        let mean = |own: f64, mine: f64, visits: u32| {
            let visits = f64::from(visits.max(1));
            if against { 1.0 - mine / visits } else { own / visits }
        };
        self.items.clear();
        for &id in &self.available {
            let edge = self.tree.edge(id);
            self.items.push(Item {
                id,
                visits: edge.visits,
                available: always.unwrap_or(edge.available),
                mean: mean(self.tree.sum(id, seat), self.tree.sum(id, me), edge.visits),
                guess: edge.guess,
                weight: edge.weight,
            });
        }
        if settings.classes {
            self.members.clear();
            for item in &self.items {
                let id = self.tree.edge(item.id).class;
                match self.members.iter_mut().find(|class| class.id == id) {
                    Some(class) => {
                        class.guess = class.guess.max(item.guess);
                        class.weight += item.weight;
                    }
                    None => {
                        let group = self.tree.group(id);
                        let (own, mine) = (self.tree.group_sum(id, seat), self.tree.group_sum(id, me));
                        self.members.push(Item {
                            id,
                            visits: group.visits,
                            available: always.unwrap_or(group.available),
                            mean: mean(own, mine, group.visits),
                            ..*item
                        });
                    }
                }
            }
            let class = self.members[self.selector.pick(&self.members, limit, rng)].id;
            let tree = &self.tree;
            self.items.retain(|item| tree.edge(item.id).class == class);
        }
        self.items[self.selector.pick(&self.items, limit, rng)].id
    }
}
