//! Golden counts and whole matches as text: changes to the rules or the random numbers show up here. `UPDATE_GOLDEN=1
//! cargo test -p ergo-engine --test positions golden` rewrites the files.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::notation::Turn;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::round::Round;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::ergo::turn::{each_way, outcomes};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatMap;
use ergo_engine::transcript::Transcript;

/// Compares the file with a text, or rewrites it.
fn check_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    for (number, (is, was)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(is, was, "line {} of {name}", number + 1);
    }
    assert_eq!(text.lines().count(), golden.lines().count(), "lines of {name}");
}

/// Turns to count, in order of increasing number of outcomes.
const TURNS: [&str; 14] = [
    "- ; A ; - ; -",
    "- ; ABCD&|> ; - ; -",
    "A ; ABCD&|> ; - ; BCD",
    "A&B ; ~~((XY ; - ; -",
    "A|B / ~B>C / ~(~C) / D ; ABTRFYE ; - ; BC",
    "A|B / ~B>C / ~(~C) / D ; ABTRFYE ; fallacy ; BC",
    "(A|~B)&C / ~(C>D) ; AB&~((T ; - ; B",
    "~(~(A)) ; AB&~((T ; - ; -",
    "A / A / A / A ; AXTT&(( ; - ; -",
    "*C / ~A>~A&~*A&A|*A / ~C ; C&|>(RX ; - ; B",
    "((((A)))) ; ((TT~~& ; - ; -",
    "A&(B>C)|D ; ((RXYFJ ; - ; BCD",
    "A / B / C / D ; XYXYXYE ; fallacy ; -",
    "A>B>C>D>A>B>C>D / A|B|C|D / A&B&C&D ; ABCD&|> ; - ; -",
];

/// RULES.md Counting.
#[test]
fn perft_of_turns() {
    let rules = Rules::printed(4);
    let mut text = "# One turn (RULES.md, Counting), its mover A at a table of four under the printed rules.\n\
                    # proof ; hand ; fallacy or - ; who may be hit ; legal actions ; ways to play the turn, action by action ;\n\
                    # distinct outcomes ; distinct proofs\n"
        .to_owned();
    for line in TURNS {
        let turn: Turn = line.parse().unwrap();
        let mover = turn.move_generator(&rules);
        let mut ways = 0;
        each_way(&mover, &mut |_, _| ways += 1);
        let outcomes = outcomes(&mover);
        let proofs: BTreeSet<Proof> = outcomes.iter().map(|outcome| outcome.proof).collect();
        writeln!(text, "{turn} ; {} ; {ways} ; {} ; {}", mover.count(), outcomes.len(), proofs.len()).unwrap();
    }
    check_golden("perft/turns.txt", &text);
}

/// Returns the number of ways to play `depth` actions, and of different final proofs with hands.
fn perft(game: &Ergo, state: &State, depth: u32, ends: &mut BTreeSet<String>) -> u64 {
    if depth == 0 || matches!(game.status(state), Status::Over(_)) {
        let hands: Vec<String> = game.seats().iter().map(|seat| state.hand(seat).to_string()).collect();
        ends.insert(format!("{} {} {} {hands:?}", state.round(), state.turn(), state.proof()));
        return 1;
    }
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let mut ways = 0;
    for action in legal {
        let mut after = state.clone();
        game.apply(&mut after, action);
        ways += perft(game, &after, depth - 1, ends);
    }
    ways
}

/// Settings under which the first turns of a match are counted.
const DEALS: [(usize, &str); 8] = [
    (2, "-"),
    (3, "-"),
    (4, "-"),
    (2, "deck=2015"),
    (2, "draw=1"),
    (3, "discards=bottom"),
    (2, "cards.tabula_rasa=6 cards.variable_wild=6"),
    (4, "premises=1 cards.fallacy=9"),
];

#[test]
fn perft_of_deals() {
    let mut text = "# The first actions of a match: seats ; settings that are not printed ; number of the seed ; hand of seat 1 ;\n\
                    # then for 1, 2, 3 actions: ways to play them / distinct proofs with hands.\n"
        .to_owned();
    for (seats, settings) in DEALS {
        let game = crate::common::ergo(seats, settings);
        for number in 1..=2 {
            let state = game.deal(&mut Seed::master(number).rng());
            write!(text, "{seats} ; {settings} ; {number} ; {}", state.hand(state.to_move())).unwrap();
            for depth in 1..=3 {
                let mut ends = BTreeSet::new();
                let ways = perft(&game, &state, depth, &mut ends);
                write!(text, " ; {ways} / {}", ends.len()).unwrap();
            }
            text.push('\n');
        }
    }
    check_golden("perft/deals.txt", &text);
}

/// Legal actions and outcomes at every action of one match.
#[test]
fn perft_along_a_match() {
    let game = crate::common::ergo(3, "max_rounds=2");
    let mut rng = Seed::master(3).rng();
    let mut state = game.deal(&mut rng);
    let mut text = "# Two rounds of a random match of three, seed number 3: round.turn ; seat ; position of the mover ; legal actions ;\n\
                    # outcomes of what is left of the turn ; played.\n"
        .to_owned();
    while let Status::ToMove(seat) = game.status(&state) {
        let seen = game.observe(&state, seat);
        let mover = seen.move_generator(&game.0);
        let turn =
            Turn { proof: seen.proof, hand: seen.hand, under_fallacy: mover.under_fallacy, targets: mover.targets };
        let action = game.sample_action(&state, &mut rng, &mut Vec::new());
        let (legal, outcomes) = (mover.count(), outcomes(&mover).len());
        writeln!(text, "{}.{} ; {seat} ; {turn} ; {legal} ; {outcomes} ; {action}", seen.round, seen.turn).unwrap();
        game.apply(&mut state, action);
    }
    check_golden("perft/along-a-match.txt", &text);
}

fn numbers(values: &SeatMap<i32>) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a match in readable form: one line per turn, one line per end of a round.
#[derive(Default)]
struct Story {
    text: String,
    line: String,
}

impl Story {
    fn tell(&mut self, before: &State, action: impl std::fmt::Display, round: Option<&Round>) {
        if self.line.is_empty() {
            let drawn: String = before.drawn().iter().map(|card| card.letter()).collect();
            let (number, turn, seat) = (before.round(), before.turn(), before.to_move());
            self.line = format!("{number}.{turn} seat {seat} draws {drawn} plays");
        }
        write!(self.line, " {action}").unwrap();
        if let Some(round) = round {
            self.end_turn(&round.proof);
            let proven: String =
                (0..4).filter(|&i| round.verdict.proves(i)).map(|i| "ABCD".as_bytes()[i] as char).collect();
            let said = if round.verdict.is_paradox() {
                "a paradox"
            } else if proven.is_empty() {
                "nothing"
            } else {
                &proven
            };
            writeln!(
                self.text,
                "= {} after {} turns, {} cards prove {said}, points {}, scores {}",
                round.ended_by.word(),
                round.turns,
                round.proof.len(),
                numbers(&round.points),
                numbers(&round.scores)
            )
            .unwrap();
        }
    }

    fn end_turn(&mut self, proof: &Proof) {
        if !self.line.is_empty() {
            let proof = if proof.is_empty() { "-".to_owned() } else { proof.to_string() };
            writeln!(self.text, "{}: {proof}", std::mem::take(&mut self.line)).unwrap();
        }
    }
}

/// Returns a whole match in readable form, from its transcript.
fn story(game: &Ergo, transcript: &Transcript) -> String {
    let mut story = Story::default();
    let mut turn = (0, 0);
    let end = transcript
        .replay(game, &mut |before, action, round| {
            if (before.round(), before.turn()) != turn {
                story.end_turn(before.proof());
                turn = (before.round(), before.turn());
            }
            story.tell(before, action, round);
        })
        .unwrap();
    let Status::Over(outcome) = game.status(&end) else { panic!("the match is not over") };
    let winners: Vec<String> =
        outcome.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.to_string()).collect();
    format!("{}winner {}\n", story.text, winners.join("+"))
}

const MATCHES: [(usize, &str, u64, &str); 5] = [
    (2, "-", 2, "transcripts/2-seats.txt"),
    (3, "-", 3, "transcripts/3-seats.txt"),
    (4, "-", 4, "transcripts/4-seats.txt"),
    (
        3,
        "discards=reshuffle_once starter=random cards.tabula_rasa=4 cards.variable_wild=4",
        5,
        "transcripts/reshuffled.txt",
    ),
    (2, "discards=bottom draw=3 fallacy_turns=1 cards.fallacy=6 max_turns=30", 6, "transcripts/bottom.txt"),
];

/// A repeated random match is the same match, and its parsed transcript has the same cards, proofs, points and winners.
#[test]
fn random_matches() {
    for (seats, settings, number, name) in MATCHES {
        let game = crate::common::ergo(seats, settings);
        let seed = Seed::master(number);
        let mut transcript = Transcript::new(seed);
        let mut rng = seed.derive("golden", &[]).rng();
        let mut state = game.deal(&mut seed.rng());
        while let Status::ToMove(_) = game.status(&state) {
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            transcript.push(&action);
            game.apply(&mut state, action);
        }
        let head = format!("# A random match; {seats} seats; settings that are not printed: {settings}\nseed {seed}\n");
        check_golden(name, &(head + &story(&game, &transcript)));
    }
}
