//! The laws can fail: Kuhn poker with one fault at a time, games that say of themselves what is not so, and the law that
//! catches it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ergo_engine::game::{Game, GameInfo, Information, Outcome, Records, Sight, Status, Unread};
use ergo_engine::laws::{check_laws, check_no_duplicates, check_sampling, looks_uniform, random_match};
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::toys::kuhn::{Card, Choice, Hand, HandSeen, Kuhn, KuhnRound};
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    ListsTwice,
    ListsAfterTheEnd,
    AllowsAnything,
    ShowsTheOtherCard,
    OrdersByTheOtherCard,
    PrefersTheFirst,
    PrefersByTheOtherCard,
    PlaysTheFirst,
    CountsPlays,
    ForgetsTheBetting,
    ReportsTwice,
    ReturnsMore,
    ReturnsWins,
    IsLonger,
    CoversTheBetting,
    PlaysOtherwiseUnread,
    ScoresByTheOtherCard,
}

#[derive(Clone)]
struct Broken {
    fault: Fault,
    plays: Arc<AtomicUsize>,
}

fn broken(fault: Fault) -> Broken {
    Broken { fault, plays: Arc::default() }
}

impl Broken {
    fn other_card(&self, hand: &Hand, seat: Seat) -> Card {
        Kuhn.observe(hand, self.seats().after(seat)).card
    }

    /// Whether the seat that is not to move holds the king, which the mover cannot know.
    fn king_against_mover(&self, hand: &Hand) -> bool {
        match Kuhn.status(hand) {
            Status::ToMove(mover) => self.other_card(hand, mover) == Card::King,
            Status::Over(_) => false,
        }
    }
}

impl Game for Broken {
    type State = Hand;
    type Action = Choice;
    type Observation = (HandSeen, Option<Card>);
    type Round = KuhnRound;

    const PAYS_POINTS: bool = true;

    fn seats(&self) -> SeatCount {
        Kuhn.seats()
    }

    fn deal(&self, rng: &mut Rng) -> Hand {
        Kuhn.deal(rng)
    }

    fn status(&self, hand: &Hand) -> Status {
        match Kuhn.status(hand) {
            Status::Over(outcome) if self.fault == Fault::ReturnsWins => {
                Status::Over(Outcome::won(outcome.scores, outcome.winners))
            }
            status => status,
        }
    }

    fn legal_actions(&self, hand: &Hand, out: &mut Vec<Choice>) {
        Kuhn.legal_actions(hand, out);
        match self.fault {
            Fault::ListsTwice => out.extend_from_within(..1.min(out.len())),
            Fault::ListsAfterTheEnd if out.is_empty() => out.push(Choice::Check),
            Fault::OrdersByTheOtherCard if self.king_against_mover(hand) => out.reverse(),
            _ => {}
        }
    }

    fn info(&self) -> GameInfo {
        let info = Kuhn.info();
        match self.fault {
            Fault::ReturnsMore => GameInfo { utility: (-1.0, 1.0), ..info },
            Fault::IsLonger => GameInfo { longest: 2, ..info },
            _ => info,
        }
    }

    fn scores(&self, hand: &Hand) -> SeatMap<i32> {
        let scores = Kuhn.scores(hand);
        if self.fault == Fault::ScoresByTheOtherCard && self.king_against_mover(hand) {
            return scores.map(|score| score + 1);
        }
        scores
    }

    fn sight(&self, _: &Hand, choice: Choice, witness: Seat) -> Sight<Choice> {
        match self.fault {
            Fault::CoversTheBetting if witness.index() == 1 => Sight::Covered(0),
            _ => Sight::Open(choice),
        }
    }

    fn apply_into<R: Records<KuhnRound>>(&self, hand: &mut Hand, choice: Choice, records: &mut R) {
        let played = self.plays.fetch_add(1, Ordering::Relaxed);
        let mut legal = Vec::new();
        Kuhn.legal_actions(hand, &mut legal);
        let choice = match self.fault {
            Fault::PlaysTheFirst => legal[0],
            Fault::CountsPlays => legal[played % legal.len()],
            _ => choice,
        };
        let choice = if self.fault == Fault::PlaysOtherwiseUnread && !R::READ { legal[0] } else { choice };
        Kuhn.apply_into(hand, choice, records);
        if self.fault == Fault::ReportsTwice && matches!(Kuhn.status(hand), Status::ToMove(_)) {
            // Somebody else's finished hand.
            let mut folded = Kuhn.deal(&mut Seed::master(0).rng());
            Kuhn.apply(&mut folded, Choice::Bet);
            Kuhn.apply_into(&mut folded, Choice::Fold, records);
        }
    }

    fn observe(&self, hand: &Hand, seat: Seat) -> (HandSeen, Option<Card>) {
        let leak = (self.fault == Fault::ShowsTheOtherCard).then(|| self.other_card(hand, seat));
        (Kuhn.observe(hand, seat), leak)
    }

    fn determinize(&self, (seen, _): &(HandSeen, Option<Card>), rng: &mut Rng) -> Hand {
        let mut seen = seen.clone();
        if self.fault == Fault::ForgetsTheBetting {
            seen.betting.clear();
        }
        Kuhn.determinize(&seen, rng)
    }

    fn is_legal(&self, hand: &Hand, choice: Choice) -> bool {
        self.fault == Fault::AllowsAnything || Kuhn.is_legal(hand, choice)
    }

    fn sample_action(&self, hand: &Hand, rng: &mut Rng, scratch: &mut Vec<Choice>) -> Choice {
        let drawn = Kuhn.sample_action(hand, rng, scratch);
        match self.fault {
            Fault::PrefersTheFirst if drawn == scratch[1] => Kuhn.sample_action(hand, rng, scratch),
            Fault::PrefersByTheOtherCard if self.king_against_mover(hand) => scratch[1],
            _ => drawn,
        }
    }
}

fn laws(fault: Fault) {
    check_laws(&broken(fault), 1, 100, 3);
}

fn duplicates(fault: Fault) {
    check_no_duplicates(&broken(fault), 1, 100, 3);
}

fn sampling(fault: Fault) {
    let game = broken(fault);
    let deal = random_match(&game, Seed::master(1), 0);
    check_sampling(&game, &deal, 1, 1_000);
}

#[test]
fn without_a_fault_every_law_holds() {
    laws(Fault::None);
    duplicates(Fault::None);
    sampling(Fault::None);
}

#[test]
#[should_panic(expected = "no action is listed twice")]
fn an_action_listed_twice() {
    laws(Fault::ListsTwice);
}

#[test]
#[should_panic(expected = "only then")]
fn an_end_that_has_actions() {
    laws(Fault::ListsAfterTheEnd);
}

#[test]
#[should_panic(expected = "is_legal agrees with the list")]
fn a_check_that_allows_anything() {
    laws(Fault::AllowsAnything);
}

#[test]
#[should_panic(expected = "observing a determinized state changes nothing")]
fn an_observation_that_shows_a_hidden_card() {
    laws(Fault::ShowsTheOtherCard);
}

#[test]
#[should_panic(expected = "observing a determinized state changes nothing")]
fn a_determinization_that_forgets() {
    laws(Fault::ForgetsTheBetting);
}

#[test]
#[should_panic(expected = "their order follow from what the mover sees")]
fn a_list_whose_order_tells_a_hidden_card() {
    laws(Fault::OrdersByTheOtherCard);
}

#[test]
#[should_panic(expected = "sample_action follows from what the mover sees")]
fn a_draw_that_depends_on_a_hidden_card() {
    laws(Fault::PrefersByTheOtherCard);
}

#[test]
#[should_panic(expected = "always gives the same state")]
fn an_effect_that_depends_on_the_past() {
    laws(Fault::CountsPlays);
}

#[test]
#[should_panic(expected = "the scores after a round are the points so far")]
fn rounds_that_do_not_add_up() {
    laws(Fault::ReportsTwice);
}

#[test]
#[should_panic(expected = "lies within the utility")]
fn a_return_beyond_what_is_declared() {
    laws(Fault::ReturnsMore);
}

#[test]
#[should_panic(expected = "a game that pays points returns the scores")]
fn a_game_that_pays_points_and_returns_wins() {
    laws(Fault::ReturnsWins);
}

#[test]
#[should_panic(expected = "no match is longer")]
fn a_match_longer_than_declared() {
    laws(Fault::IsLonger);
}

#[test]
#[should_panic(expected = "seat 2 is shown what it sees of an action of seat 1")]
fn an_open_action_that_is_declared_covered() {
    laws(Fault::CoversTheBetting);
}

#[test]
#[should_panic(expected = "whether or not its record is read")]
fn a_record_that_changes_play() {
    laws(Fault::PlaysOtherwiseUnread);
}

#[test]
#[should_panic(expected = "the scores and the horizon follow")]
fn scores_that_tell_a_hidden_card() {
    laws(Fault::ScoresByTheOtherCard);
}

#[test]
#[should_panic(expected = "no two actions have the same effect")]
fn two_actions_with_the_same_effect() {
    duplicates(Fault::PlaysTheFirst);
}

#[test]
#[should_panic(expected = "unevenly")]
fn a_draw_that_prefers_the_first() {
    sampling(Fault::PrefersTheFirst);
}

#[test]
fn chi_square_tells_fair_from_loaded() {
    assert!(looks_uniform(&[10_100, 9_900, 10_050, 9_950]));
    assert!(!looks_uniform(&[10_500, 9_500, 10_000, 10_000]));
}

/// A game that says `info` of itself, and keeps no records, or should not.
#[derive(Clone)]
struct Says<G> {
    game: G,
    info: GameInfo,
    /// Every deal is that of one seed.
    loaded: bool,
    /// It puts a record nevertheless.
    records: bool,
}

impl<G: Game> Game for Says<G> {
    type State = G::State;
    type Action = G::Action;
    type Observation = G::Observation;
    type Round = ();

    fn seats(&self) -> SeatCount {
        self.game.seats()
    }

    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn deal(&self, rng: &mut Rng) -> G::State {
        if self.loaded { self.game.deal(&mut Seed::master(0).rng()) } else { self.game.deal(rng) }
    }

    fn status(&self, state: &G::State) -> Status {
        self.game.status(state)
    }

    fn legal_actions(&self, state: &G::State, out: &mut Vec<G::Action>) {
        self.game.legal_actions(state, out);
    }

    fn apply_into<R: Records<()>>(&self, state: &mut G::State, action: G::Action, records: &mut R) {
        self.game.apply_into(state, action, &mut Unread);
        if self.records {
            records.put(());
        }
    }

    fn scores(&self, state: &G::State) -> SeatMap<i32> {
        self.game.scores(state)
    }

    fn observe(&self, state: &G::State, seat: Seat) -> G::Observation {
        self.game.observe(state, seat)
    }

    fn determinize(&self, seen: &G::Observation, rng: &mut Rng) -> G::State {
        self.game.determinize(seen, rng)
    }
}

/// `game`, which says of itself what `say` makes of the truth.
fn says<G: Game>(game: G, say: impl FnOnce(GameInfo) -> GameInfo) -> Says<G> {
    Says { info: say(game.info()), game, loaded: false, records: false }
}

fn pig() -> Pig {
    Pig { target: 12, turns: 3 }
}

#[test]
fn what_is_so_may_be_said_and_records_need_not_be_kept() {
    check_laws(&says(TicTacToe, |info| info), 1, 20, 9);
    check_laws(&says(Kuhn, |info| info), 1, 20, 3);
    check_laws(&says(pig(), |info| info), 1, 20, 21);
    // One deal only, of which something is hidden.
    check_laws(&Says { loaded: true, ..says(Kuhn, |info| GameInfo { chance: false, ..info }) }, 1, 20, 3);
}

#[test]
#[should_panic(expected = "without chance every deal is the same")]
fn chance_that_is_denied() {
    check_laws(&says(Kuhn, |info| GameInfo { chance: false, ..info }), 1, 20, 3);
}

#[test]
#[should_panic(expected = "a game with chance has deals that differ")]
fn chance_that_there_is_not() {
    check_laws(&says(TicTacToe, |info| GameInfo { chance: true, ..info }), 1, 20, 9);
}

#[test]
#[should_panic(expected = "a match follows from what is seen")]
fn dice_to_come_that_nobody_sees() {
    let info = |info| GameInfo { chance: false, information: Information::Perfect, ..info };
    check_laws(&Says { loaded: true, ..says(pig(), info) }, 1, 20, 21);
}

#[test]
#[should_panic(expected = "a game that hides something has states that look alike")]
fn secrets_that_there_are_not() {
    check_laws(&says(TicTacToe, |info| GameInfo { information: Information::OpenActions, ..info }), 1, 20, 9);
}

#[test]
#[should_panic(expected = "where nothing is hidden all see the same")]
fn a_card_of_ones_own_that_is_called_a_die() {
    check_laws(&says(Kuhn, |info| GameInfo { information: Information::Unrolled, ..info }), 1, 20, 3);
}

#[test]
#[should_panic(expected = "a game with face-down actions covers some")]
fn face_down_actions_that_all_see() {
    check_laws(&says(Kuhn, |info| GameInfo { information: Information::FaceDown, ..info }), 1, 20, 3);
}

#[test]
#[should_panic(expected = "a game without records puts none")]
fn a_record_of_a_game_that_keeps_none() {
    check_laws(&Says { records: true, ..says(TicTacToe, |info| info) }, 1, 20, 9);
}
