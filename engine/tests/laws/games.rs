//! The laws of every game for Cogito, ERGO of 1977, Philosophia and the toys.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::ids::Ids as CogitoIds;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::deals::EnumerableDeals;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::ids::Ids as InvictaIds;
use ergo_engine::game::{ActionView, Game, GameInfo, Records, Status};
use ergo_engine::laws::{
    check_laws, check_no_duplicates, check_numbering, check_perfect_information, check_sampling, random_match,
};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::Configurable;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::ids::Ids as PhilosophiaIds;
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::{Card, Kuhn};
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

fn configured<G: Configurable>(seats: usize, options: &str) -> G {
    G::from_text(seats, options).unwrap_or_else(|error| panic!("{options}: {error}"))
}

/// Cogito with random players that pass in most windows, so that games become long.
#[derive(Clone)]
struct Quiet(Cogito);

impl Game for Quiet {
    type State = State;
    type Action = Action;
    type Observation = Observation;
    type Round = Round;

    fn seats(&self) -> SeatCount {
        self.0.seats()
    }
    fn info(&self) -> GameInfo {
        self.0.info()
    }
    fn deal(&self, rng: &mut Rng) -> State {
        self.0.deal(rng)
    }
    fn status(&self, state: &State) -> Status {
        self.0.status(state)
    }
    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        self.0.legal_actions(state, out);
    }
    fn apply_into<R: Records<Round>>(&self, state: &mut State, action: Action, records: &mut R) {
        self.0.apply_into(state, action, records);
    }
    fn scores(&self, state: &State) -> SeatMap<i32> {
        self.0.scores(state)
    }
    fn stages_completed(&self, state: &State) -> u32 {
        self.0.stages_completed(state)
    }
    fn view_action(&self, state: &State, action: Action, witness: Seat) -> ActionView<Action> {
        self.0.view_action(state, action, witness)
    }
    fn observe(&self, state: &State, seat: Seat) -> Observation {
        self.0.observe(state, seat)
    }
    fn determinize(&self, seen: &Observation, rng: &mut Rng) -> State {
        self.0.determinize(seen, rng)
    }
    fn sample_action(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let action = self.0.sample_action(state, rng, scratch);
        let passes = self.0.is_legal(state, Action::Pass) && below(rng, 12) > 0;
        if passes { Action::Pass } else { action }
    }
}

/// Every option at a value other than its default, with the largest and the smallest decks.
#[test]
fn cogito_satisfies_laws() {
    for (i, (seats, options)) in [
        (2, "-"),
        (3, "-"),
        (4, "-"),
        (2, "copies.dream=5 copies.i=2 copies.ii=1"),
        (4, "copies.dream=5 copies.i=4 copies.ii=4"),
        (4, "copies.dream=3 copies.i=0 copies.ii=0"),
        (3, "round_starter=rotate games=3 starter=fixed target=2"),
        (4, "diagram=venn games=2 copies.i=4 starter=random"),
    ]
    .into_iter()
    .enumerate()
    {
        let game: Cogito = configured(seats, options);
        let (quiet, seed) = (Quiet(game.clone()), i as u64);
        check_laws(&quiet, seed, 40, 3_000);
        check_no_duplicates(&quiet, seed, 15, 3_000);
        check_numbering(&quiet, &CogitoIds, seed, 20_000);
        check_sampling(&game, &random_match(&game, Seed::master(seed), 3_000)[..1], 4, 500);
    }
    assert_eq!(CogitoIds.ids(), 48);
}

const INVICTA: [&str; 7] = [
    "ply_cap=60",
    "ply_cap=25 games=3 starter=random opening_plies=4",
    "ply_cap=40 games=4 target=3 starter=fixed first_player=black",
    "ply_cap=80 pieces_per_side=2 repetition_key=board_only",
    "ply_cap=80 pieces_per_side=1 repetition_count=2 corner_cut=true",
    "ply_cap=70 pieces_per_side=45 stalemate=loss",
    "ply_cap=70 pieces_per_side=45 stalemate=draw opening_plies=40",
];

#[test]
fn ergo_invicta_satisfies_laws() {
    for (options, seed) in INVICTA.into_iter().zip(1..) {
        let game: ErgoInvicta = configured(2, options);
        check_laws(&game, 1, 3, 160);
        check_perfect_information(&game, 3, 10, 160);
        assert!(check_numbering(&game, &InvictaIds, seed, 20_000) > 100_000, "{options}");
        assert_eq!(ErgoInvicta::configure(game.seats(), &game.settings()).unwrap(), game, "settings are restored");
    }
    // Action histories are all distinct; a few positions suffice.
    check_no_duplicates(&configured::<ErgoInvicta>(2, "ply_cap=40"), 2, 3, 40);
    let game: ErgoInvicta = configured(2, "ply_cap=30");
    let states = random_match(&game, Seed::master(4), 30);
    check_sampling(&game, &states[..states.len() - 1], 4, 50);
    assert_eq!(InvictaIds.ids(), 1_747);
}

#[test]
fn philosophia_satisfies_laws() {
    let plain = [1, 2, 3, 4, 5, 6].map(|seats| configured::<Philosophia>(seats, "-"));
    for (game, seed) in plain.iter().zip(1..) {
        check_laws(game, seed, 1, 20_000);
        check_no_duplicates(game, seed, 1, 20_000);
    }
    let variants: [Philosophia; 5] = [
        (1, "level=nous side=b judge=chance"),
        (1, "level=sophia kinds=4 judge=player"),
        (2, "judge=player max_rounds=60 side=b"),
        (3, "kinds=4 judge=never builders=3"),
        (6, "side=a philosophers=fixed sophists=2"),
    ]
    .map(|(seats, options)| configured(seats, options));
    for (game, seed) in variants.iter().zip(100..) {
        check_laws(game, seed, 1, 20_000);
    }
    let counts = plain.each_ref().map(|game| PhilosophiaIds::new(&game.0).ids());
    assert_eq!(counts, [65_753, 65_753, 65_780, 65_870, 65_906, 65_942]);
    for (game, seed) in plain.iter().chain(&variants[1..3]).zip(1..) {
        let actions = check_numbering(game, &PhilosophiaIds::new(&game.0), seed, 50_000);
        assert!(actions > 300_000, "{actions}");
    }
}

/// Checks a game of `ids` actions whose matches have at most `longest`.
fn check_toy<G: Game + Numbering<G::Action>>(game: &G, ids: usize, matches: usize, longest: usize) {
    check_laws(game, 1, matches, longest);
    check_no_duplicates(game, 2, matches.div_ceil(5), longest);
    check_sampling(game, &random_match(game, Seed::master(4), longest), 4, 500);
    assert!(check_numbering(game, game, 5, 10_000) > 10_000);
    assert_eq!(game.ids(), ids);
}

#[test]
fn toys_satisfy_laws() {
    check_toy(&TicTacToe, 9, 1_000, 9);
    check_perfect_information(&TicTacToe, 3, 200, 9);
    check_toy(&Kuhn, 4, 1_000, 3);
    check_toy(&Leduc, 5, 1_000, 8);
    check_toy(&Pig { target: 12, turns: 3 }, 2, 500, 21);
    for (seats, cards, order) in
        [(2, 3, "random"), (2, 4, "descending"), (3, 4, "random"), (4, 3, "ascending"), (6, 5, "random")]
    {
        let game: Goofspiel = configured(seats, &format!("cards={cards} order={order}"));
        check_toy(&game, cards, 60, seats * cards);
    }
}

/// Returns the chips of seat 1 when it holds `cards[0]`, seat 2 holds `cards[1]` and the third is public, after
/// `betting`.
fn leduc(cards: [Card; 3], betting: &str) -> Option<i32> {
    let holds = |hand: &_| {
        let seen = [0, 1].map(|seat| Leduc.observe(hand, Seat::new(seat)));
        [seen[0].card, seen[1].card] == cards[..2] && seen[0].public.is_none_or(|card| card == cards[2])
    };
    let played = |mut hand| {
        betting.split(' ').for_each(|choice| Leduc.apply(&mut hand, choice.parse().unwrap()));
        hand
    };
    let hand = Leduc.deals(120).unwrap().into_iter().map(played).find(holds).unwrap();
    matches!(Leduc.status(&hand), Status::Over(_)).then(|| Leduc.scores(&hand)[Seat::new(0)])
}

#[test]
fn leduc_poker_pays_the_pot() {
    use Card::{Jack, King, Queen};
    for (cards, betting, chips) in [
        // The ante if there is no bet. The higher card wins unless the other is paired; equal cards share.
        ([King, Queen, Jack], "check check check check", Some(1)),
        ([King, Queen, Queen], "check check check check", Some(-1)),
        ([King, King, Jack], "bet raise call bet raise call", Some(0)),
        // Two chips per bet in the first round, four in the second, and the same for a raise.
        ([Queen, Jack, King], "bet call check check", Some(3)),
        ([Jack, Queen, Jack], "check bet raise call bet raise call", Some(13)),
        ([Queen, Jack, King], "bet raise fold", Some(-3)),
        ([Queen, Jack, King], "check check check bet fold", Some(-1)),
        // A call ends the first round only.
        ([Queen, Jack, King], "bet call", None),
        ([Queen, Jack, King], "bet call check bet call", Some(7)),
    ] {
        assert_eq!(leduc(cards, betting), chips, "{cards:?} {betting}");
    }
}
