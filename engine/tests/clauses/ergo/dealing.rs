//! The deal of a round, the owners of letters and the starter: E4 and E5.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol};
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::laws::looks_uniform;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::table::{check_found, each_round, each_step, seats};
use crate::common::{ergo, try_ergo};

/// RULES.md E4.
#[test]
fn e4_seats_own_letters_in_order() {
    each_round(3, "-", 20, 50, |_, round| {
        assert_eq!(round.points.iter().count(), 3);
        for (seat, &points) in round.points.entries() {
            assert_eq!(points > 0, round.verdict_on(seat.index()) == "proven" && !round.proof.is_empty());
            let mut fields = Vec::new();
            round.write_seat(seat, &mut |field| fields.push(field.to_string()));
            assert_eq!(fields[0], Symbol::VARIABLES[seat.index()].letter().to_string());
        }
    });
}

/// RULES.md E4: letters without a player are in the deck and in the logic.
#[test]
fn e4_letters_without_owner() {
    let cards: String = ergo(2, "-").0.deck.to_string();
    assert!(cards.contains("CCCCDDDD"));
    check_found(50, 2, "-", 5, |step| step.after.proof().letters() & 0b1100 != 0);
    // Ergo requires all four letters.
    check_found(5, 2, "-", 20, |step| {
        let called = matches!(step.action, Action::Ergo { .. });
        assert!(!called || step.before.proof().letters() == 0b1111);
        called
    });
}

/// RULES.md E5.
#[test]
fn e5_deal() {
    for (number, setting, hand) in [(2, "-", 5), (3, "hand_size=1", 1), (4, "hand_size=7", 7), (2, "hand_size=12", 12)]
    {
        let game = ergo(number, setting);
        let state = game.deal(&mut Seed::master(1).rng());
        check_begun(&game, &state, hand);
        each_step(number, &format!("{setting} target=10"), 3, |step| {
            if step.round.is_some() && matches!(step.game.status(step.after), Status::ToMove(_)) {
                check_begun(step.game, step.after, hand);
            }
        });
    }
    for bad in ["hand_size=0", "hand_size=13"] {
        assert!(try_ergo(2, bad).is_err(), "{bad}");
    }
}

fn check_begun(game: &ergo_engine::ergo::Ergo, state: &ergo_engine::ergo::state::State, hand: usize) {
    assert_eq!((state.turn(), state.proof().len()), (1, 0));
    let seats: Vec<Seat> = seats(game).collect();
    for &seat in &seats {
        let drawn = if seat == state.starter() { 2 } else { 0 };
        assert_eq!(state.hand(seat).len(), hand + drawn);
        assert_eq!(state.fallacy_status(seat), Default::default());
    }
    assert_eq!(state.pile().count(), game.0.deck.len() - seats.len() * hand - 2);
    let mut all: Vec<_> = state.pile().chain(seats.iter().flat_map(|&seat| state.hand(seat).cards())).collect();
    all.sort_unstable();
    assert_eq!(all, game.0.deck.cards().collect::<Vec<_>>());
}

/// RULES.md E5: every card is equally likely to come first, in the first round and later.
#[test]
fn e5_all_cards_are_shuffled() {
    let game = ergo(2, "target=1000000 max_turns=1");
    let mut rng = Seed::master(5).rng();
    let mut counts = [[0_u32; Card::ALL.len()]; 2];
    for _ in 0..200 {
        let mut state = game.deal(&mut rng);
        for _ in 0..20 {
            let place = usize::from(state.round() > 1);
            counts[place][state.pile().next().unwrap() as usize] += 1;
            loop {
                let card = first_card(&game, &state);
                if game.apply_recorded(&mut state, Action::Discard { card }).is_some() {
                    break;
                }
            }
        }
    }
    // Kinds with four copies each, and those with three.
    for counts in counts {
        assert!(looks_uniform(&counts[..7]), "{counts:?}");
        assert!(looks_uniform(&[counts[9], counts[10], counts[15]]), "{counts:?}");
    }
}

pub(super) fn first_card(
    game: &ergo_engine::ergo::Ergo,
    state: &ergo_engine::ergo::state::State,
) -> ergo_engine::ergo::card::Card {
    let Status::ToMove(seat) = game.status(state) else { panic!("the match has ended") };
    state.hand(seat).cards().next().unwrap()
}

fn starters(number: usize, setting: &str) -> Vec<usize> {
    let mut starters = Vec::new();
    each_round(number, &format!("{setting} target=1000000 max_rounds=60"), 5, 300, |_, round| {
        starters.push(round.starter.index());
    });
    starters
}

/// RULES.md E5 and R16: option `starter`.
#[test]
fn e5_r16_starter() {
    for number in 2..=4 {
        assert!(starters(number, "-").iter().all(|&seat| seat == 0));
        assert!(starters(number, "starter=fixed").iter().all(|&seat| seat == 0));
        for (i, seat) in starters(number, "starter=rotate").into_iter().enumerate() {
            assert_eq!(seat, i % 60 % number);
        }
        let random = starters(number, "starter=random");
        let counts: Vec<u32> =
            (0..number).map(|seat| random.iter().filter(|&&other| other == seat).count() as u32).collect();
        assert!(looks_uniform(&counts), "{counts:?}");
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }
}

/// RULES.md E5: turns go clockwise from the starter.
#[test]
fn e5_seats_take_turns() {
    each_step(3, "starter=random target=20", 5, |step| {
        let seat = step.game.seats();
        if step.same_turn() {
            assert_eq!(step.after.to_move(), step.seat);
        } else if step.round.is_none() {
            assert_eq!(step.after.to_move(), seat.after(step.seat));
        } else if step.game.status(step.after) == Status::ToMove(step.after.to_move()) {
            assert_eq!(step.after.to_move(), step.after.starter());
        }
    });
}
