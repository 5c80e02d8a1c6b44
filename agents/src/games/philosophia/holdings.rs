//! The holdings of a player, and an estimate of the turns it still needs for its labyrinth tokens.

use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::data::{Ability, Bonus, COLOURS, Good};
use ergo_engine::philosophia::player::{CUBES, SCHOOLS, THREE};
use ergo_engine::philosophia::rules::Rules;
use ergo_engine::philosophia::state::State;

use super::weights::PlannerWeights;

/// The holdings of one player, as numbers. They are fractions so that plans can use expected values.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerHoldings {
    /// Number of coins.
    pub coins: f64,
    /// Number of builders.
    pub builders: f64,
    /// Number of sophists.
    pub sophists: f64,
    /// Number of study tokens.
    pub study: f64,
    /// Number of unlocked wisdom cards.
    pub wisdom: f64,
    /// Number of debate tokens.
    pub debates: f64,
    /// Number of followings on the map.
    pub followings: f64,
    /// Number of schools on the map.
    pub schools: f64,
    /// Number of Sophistry and of Syllogism cards.
    pub arguments: [f64; 2],
    /// Number of favours, including the Unknown Oracle.
    pub favours: f64,
    /// Number of other oracle cards.
    pub oracles: f64,
    /// Number of labyrinth tokens, from 0 to 3.
    pub labyrinth: f64,
    /// For each colour, the number of tokens held and the number still available.
    pub tokens: [[f64; 2]; 5],
    /// For each condition, true if its labyrinth token was collected.
    pub claimed: [bool; 7],
    /// Coins that Tutor gives in addition to one per wisdom card.
    base: f64,
    placed: [f64; 5],
    request: Option<Request>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Request {
    tokens: [f64; 5],
    /// Followings, coins, schools, debates, wisdom.
    needs: [f64; 5],
}

impl PlayerHoldings {
    /// Returns the holdings of player `player_index` (from 0), as far as `state` shows them.
    pub fn from_state(rules: &Rules, state: &State, player_index: usize) -> Self {
        let player = &state.players()[player_index];
        let [builders, sophists, study, wisdom, debates, labyrinth] = player.holdings().map(f64::from);
        let [followings, schools, held] = player.on_map();
        let able = rules.data.philosophers[usize::from(player.philosopher())].ability == Ability::Tutor;
        let [on_board, _] = state.tokens();
        let favours = player.favours_seen(rules);
        let request = player.request().map(|request| {
            let request = &rules.data.requests[usize::from(request)];
            Request { tokens: request.tokens.map(f64::from), needs: request.needs.map(f64::from) }
        });
        PlayerHoldings {
            coins: player.coins().into(),
            builders,
            sophists,
            study,
            wisdom,
            debates,
            followings: followings.len() as f64,
            schools: schools.len() as f64,
            arguments: player.argument_counts().map(f64::from),
            favours: favours.into(),
            oracles: f64::from(player.oracle_count()) - f64::from(favours),
            labyrinth,
            tokens: std::array::from_fn(|colour| {
                let of_colour = rules.data.by_colour[colour];
                [held.within(of_colour).len() as f64, on_board.within(of_colour).len() as f64]
            }),
            claimed: std::array::from_fn(|index| player.has_claimed(Condition::ALL[index])),
            base: if able { 2.0 } else { 1.0 },
            placed: state.placed().map(f64::from),
            request,
        }
    }

    /// Returns the number of coins that Tutor gives.
    pub fn income(&self) -> f64 {
        self.base + self.wisdom
    }

    /// Adds a bonus.
    pub fn gain(&mut self, bonus: Bonus) {
        let amount = f64::from(bonus.amount);
        match bonus.good {
            Good::Coins => self.coins += amount,
            Good::Sophistry => self.arguments[0] += amount,
            Good::Syllogism => self.arguments[1] += amount,
            Good::Builder => self.builders = (self.builders + amount).min(4.0),
            Good::Sophist => self.sophists += amount,
        }
    }

    /// Returns the number of turns needed to earn what is missing to `coins`.
    fn earning(&self, coins: f64) -> f64 {
        (coins - self.coins).max(0.0) / self.income()
    }

    fn cost_of_schools(&self, wanted: f64) -> f64 {
        let left = (wanted - self.schools).max(0.0);
        let hired = (left - self.builders).max(0.0);
        left + hired + self.earning(2.0 * hired)
    }

    fn cost_of_debates(&self, wanted: f64, weights: &PlannerWeights) -> f64 {
        let left = (wanted - self.debates).max(0.0);
        let cards = (self.arguments[0] + 2.0 * self.arguments[1]) * 0.12;
        left + (left * weights.arguments - cards).max(0.0)
    }

    fn cost_of_wisdom(&self, wanted: f64) -> f64 {
        let left = (wanted - self.wisdom).max(0.0);
        let bought = (left - self.study).max(0.0);
        left + bought + self.earning(4.0 * bought)
    }

    /// Returns the turns until all placed tokens of the nearest colour are held; infinite if other players hold
    /// some of each colour.
    fn cost_of_travel(&self, weights: &PlannerWeights) -> f64 {
        let missing = (0..COLOURS.len()).filter_map(|colour| {
            let ([held, free], placed) = (self.tokens[colour], self.placed[colour]);
            (placed > 0.0 && held + free >= placed).then_some(placed - held)
        });
        missing.fold(f64::INFINITY, f64::min) * weights.token
    }

    fn cost_of_request(&self, weights: &PlannerWeights) -> f64 {
        let Some(request) = self.request else { return f64::INFINITY };
        let mut cost = 0.0;
        for (needed, [held, free]) in request.tokens.iter().zip(self.tokens) {
            if *needed > held + free {
                return f64::INFINITY;
            }
            cost += (needed - held).max(0.0) * weights.token;
        }
        let [followings, coins, schools, debates, wisdom] = request.needs;
        cost + (followings - self.followings).max(0.0)
            + self.earning(coins)
            + self.cost_of_schools(schools)
            + self.cost_of_debates(debates, weights)
            + self.cost_of_wisdom(wisdom)
    }

    /// Returns the turns until the labyrinth token of `condition` can be taken, including that turn.
    pub(super) fn cost(&self, condition: Condition, weights: &PlannerWeights) -> f64 {
        1.0 + match condition {
            Condition::Followings => (f64::from(CUBES) - self.followings).max(0.0),
            Condition::Schools => self.cost_of_schools(f64::from(SCHOOLS)),
            Condition::Travel => self.cost_of_travel(weights),
            Condition::Debate => self.cost_of_debates(f64::from(THREE), weights),
            Condition::Learn => self.cost_of_wisdom(f64::from(THREE)),
            Condition::Oracles => (f64::from(THREE) - self.favours).max(0.0) * weights.favour,
            Condition::Olympic => self.cost_of_request(weights),
        }
    }

    /// Returns the estimated turns to the third labyrinth token by the cheapest way, less a small value for
    /// leftover goods. With three tokens it is minus the value of the goods for the final debate.
    pub fn turns_left(&self, weights: &PlannerWeights) -> f64 {
        let helpers =
            weights.helper * (self.builders + self.sophists) + weights.study * self.study + 0.1 * self.oracles;
        let cards = |sophistry: f64, syllogism: f64| sophistry * self.arguments[0] + syllogism * self.arguments[1];
        let missing = (f64::from(THREE) - self.labyrinth).max(0.0) as usize;
        if missing == 0 {
            let last = cards(weights.last_sophistry, weights.last_syllogism);
            return -(weights.last_coin * self.coins + helpers + last);
        }
        let goods = weights.coin * self.coins + helpers + cards(weights.sophistry, weights.syllogism);
        let mut costs = [f64::INFINITY; Condition::ALL.len()];
        for condition in Condition::ALL {
            if !self.claimed[condition as usize] && condition != Condition::Olympic {
                costs[condition as usize] = self.cost(condition, weights);
            }
        }
        costs.sort_unstable_by(f64::total_cmp);
        let (first, rest) = costs.split_at(missing);
        let aside: f64 = rest.iter().filter(|cost| cost.is_finite()).sum();
        let one_by_one: f64 = first.iter().sum();
        one_by_one.min(self.cost(Condition::Olympic, weights)) + weights.aside * aside - goods
    }

    /// Adds the labyrinth token of `condition`.
    pub fn collect(&mut self, condition: Condition) {
        self.claimed[condition as usize] = true;
        self.labyrinth = if condition == Condition::Olympic { f64::from(THREE) } else { self.labyrinth + 1.0 };
    }
}

impl PlayerHoldings {
    fn meets_request(&self) -> bool {
        self.cost_of_request(&PlannerWeights::default()) <= 0.0
    }

    /// Returns true if `condition` is met.
    pub fn meets(&self, condition: Condition) -> bool {
        match condition {
            Condition::Followings => self.followings >= f64::from(CUBES),
            Condition::Schools => self.schools >= f64::from(SCHOOLS),
            Condition::Travel => (0..COLOURS.len())
                .any(|colour| self.placed[colour] > 0.0 && self.tokens[colour][0] >= self.placed[colour]),
            Condition::Debate => self.debates >= f64::from(THREE),
            Condition::Learn => self.wisdom >= f64::from(THREE),
            Condition::Oracles => self.favours >= f64::from(THREE),
            Condition::Olympic => self.meets_request(),
        }
    }
}
