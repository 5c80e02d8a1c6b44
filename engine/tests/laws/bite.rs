//! Tests that the law checks fail when they should: Kuhn poker with one fault at a time, and games with false
//! declarations.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ergo_engine::game::{ActionView, Game, GameInfo, Information, NoRecords, Outcome, Records, Status};
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
    ListsNothing,
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

    /// Returns true if the seat that is not to move holds the king, which is hidden from the mover.
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
                Status::Over(Outcome::with_winners(outcome.scores, outcome.winners))
            }
            status => status,
        }
    }

    fn legal_actions(&self, hand: &Hand, out: &mut Vec<Choice>) {
        Kuhn.legal_actions(hand, out);
        match self.fault {
            Fault::ListsTwice => out.extend_from_within(..1.min(out.len())),
            Fault::ListsAfterTheEnd if out.is_empty() => out.push(Choice::Check),
            Fault::ListsNothing => out.clear(),
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

    fn view_action(&self, _: &Hand, choice: Choice, witness: Seat) -> ActionView<Choice> {
        match self.fault {
            Fault::CoversTheBetting if witness.index() == 1 => ActionView::Covered(0),
            _ => ActionView::Open(choice),
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
            // The hand of another seat at the end of its match.
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
fn laws_hold_without_fault() {
    laws(Fault::None);
    duplicates(Fault::None);
    sampling(Fault::None);
}

/// Asserts that `check` panics with a message that contains `law`.
fn breaks(law: &str, check: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err(law);
    let literal = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let message = panic.downcast_ref::<String>().cloned().or(literal).expect("a message");
    assert!(message.contains(law), "expected \"{law}\", got \"{message}\"");
}

#[test]
fn each_fault_fails_its_law() {
    for (fault, law) in [
        (Fault::ListsTwice, "no action is listed twice"),
        (Fault::ListsAfterTheEnd, "no legal actions after the end"),
        (Fault::ListsNothing, "the seat to move has a legal action"),
        (Fault::AllowsAnything, "is_legal agrees with the list"),
        (Fault::ShowsTheOtherCard, "observing a determinized state changes nothing"),
        (Fault::ForgetsTheBetting, "observing a determinized state changes nothing"),
        (Fault::OrdersByTheOtherCard, "their order follow from what the mover sees"),
        (Fault::PrefersByTheOtherCard, "sample_action follows from what the mover sees"),
        (Fault::CountsPlays, "always gives the same state"),
        (Fault::ReportsTwice, "the scores after a round are the points so far"),
        (Fault::ReturnsMore, "lies within the utility"),
        (Fault::ReturnsWins, "a game that pays points returns the scores"),
        (Fault::IsLonger, "no match is longer"),
        (Fault::CoversTheBetting, "of an action of seat 1 shows seat 2 all that it observes"),
        (Fault::PlaysOtherwiseUnread, "whether or not its record is read"),
        (Fault::ScoresByTheOtherCard, "the scores and the completed stages follow"),
    ] {
        breaks(law, || laws(fault));
    }
    breaks("no two actions have the same effect", || duplicates(Fault::PlaysTheFirst));
    breaks("unevenly", || sampling(Fault::PrefersTheFirst));
    breaks("a match ends within 2 actions", || check_laws(&Kuhn, 1, 100, 2));
}

#[test]
fn chi_square_separates_fair_from_loaded() {
    assert!(looks_uniform(&[10_100, 9_900, 10_050, 9_950]));
    assert!(!looks_uniform(&[10_500, 9_500, 10_000, 10_000]));
}

/// A game that declares `info`, with settings for the records it keeps.
#[derive(Clone)]
struct Says<G> {
    game: G,
    info: GameInfo,
    /// Every deal uses the same seed.
    loaded: bool,
    /// Emits a record although records are not declared.
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
        self.game.apply_into(state, action, &mut NoRecords);
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

/// Returns `game` with declarations changed by `say`.
fn says<G: Game>(game: G, say: impl FnOnce(GameInfo) -> GameInfo) -> Says<G> {
    Says { info: say(game.info()), game, loaded: false, records: false }
}

fn pig() -> Pig {
    Pig { target: 12, turns: 3 }
}

#[test]
fn true_declarations_pass_without_records() {
    check_laws(&says(TicTacToe, |info| info), 1, 20, 9);
    check_laws(&says(Kuhn, |info| info), 1, 20, 3);
    check_laws(&says(pig(), |info| info), 1, 20, 21);
    // A single deal with hidden cards.
    check_laws(&Says { loaded: true, ..says(Kuhn, |info| GameInfo { chance: false, ..info }) }, 1, 20, 3);
}

#[test]
fn false_declarations_fail_a_law() {
    fn declares<G: Game>(game: Says<G>, longest: usize, law: &str) {
        breaks(law, || check_laws(&game, 1, 20, longest));
    }
    let hides = |information| move |info| GameInfo { information, ..info };
    let fixed = says(Kuhn, |info| GameInfo { chance: false, ..info });
    declares(fixed, 3, "without chance every deal is the same");
    let chance = says(TicTacToe, |info| GameInfo { chance: true, ..info });
    declares(chance, 9, "a game with chance has deals that differ");
    let dice = says(pig(), |info| GameInfo { chance: false, information: Information::Perfect, ..info });
    declares(Says { loaded: true, ..dice }, 21, "a match follows from what is seen");
    let secrets = says(TicTacToe, hides(Information::OpenActions));
    declares(secrets, 9, "a game that hides something has states that look alike");
    declares(says(Kuhn, hides(Information::Unrolled)), 3, "in a game that hides nothing all seats see the same");
    declares(says(Kuhn, hides(Information::FaceDown)), 3, "a game with face-down actions covers some");
    let recorded = Says { records: true, ..says(TicTacToe, |info| info) };
    declares(recorded, 9, "a game without records puts none");
}
