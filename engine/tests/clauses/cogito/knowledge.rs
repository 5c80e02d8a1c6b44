//! The knowledge of a seat: its own Self only by inference, and all consistent worlds.

use super::common::{Table, cards, cogito, play_out, seat};
use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::card::{Card, Cards};
use ergo_engine::cogito::determinize::Determinizer;
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::notation::Deal;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::state::State;
use ergo_engine::game::{ActionView, Game, Status};
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::Seat;

const TABLES: [(usize, &str); 6] = [
    (2, ""),
    (3, ""),
    (4, ""),
    (3, "diagram=venn round_starter=rotate"),
    (3, "copies.dream=3 copies.i=2 copies.ii=1"),
    (4, "diagram=venn copies.dream=2 copies.ii=1"),
];

/// RULES.md C16: what is visible, and what is hidden.
#[test]
fn c16_knowledge() {
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | dream cat", "pine rose bird");
    let observe = |table: &Table, number: usize| table.game.observe(&table.state, seat(number));
    let seen = observe(&table, 2);
    assert_eq!(seen.selves.iter().copied().collect::<Vec<_>>(), [Some(Card::Casablanca), None, Some(Card::Human)]);
    assert_eq!((seen.hand.cards(), seen.pile, seen.pile_known.len()), (&cards("flower crow")[..], 11, 0));
    table.play("- play:plant - play:crow - play:cat - give:tree");
    // Face down: the giver knows the card, the others know that it was given.
    let covered = |table: &Table, number: usize| (observe(table, number).answered, observe(table, number).answer);
    assert_eq!(covered(&table, 1), (1, Some(Action::Give(Card::Tree))));
    assert_eq!(covered(&table, 2), (1, None));
    table.play("give:rose give:dream");
    let given = |number: usize| match observe(&table, number).events.last() {
        Some(Event::Traded { given, .. }) => given[..3].to_vec(),
        _ => panic!("cards were traded"),
    };
    let [tree, rose, dream] = [Card::Tree, Card::Rose, Card::Dream].map(Some);
    assert_eq!(given(1), [tree, None, dream]);
    assert_eq!(given(2), [tree, rose, None]);
    assert_eq!(given(3), [None, rose, dream]);
    let text = serde_json::to_string(&observe(&table, 2)).unwrap();
    assert!(text.contains(r#"{"gave":["tree","rose","?"]}"#), "{text}");
    assert!(
        text.contains(r#""selves":["casablanca",null,"human"]"#) && text.contains(r#"{"drew":["?","rose","?"]}"#),
        "{text}"
    );
}

/// RULES.md C16, R2: the last answer reveals all; before that others see only that there is one. The lost look on.
#[test]
fn c16_visible_actions() {
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | dream cat", "pine rose bird");
    let sight =
        |table: &Table, action: Action, number: usize| table.game.view_action(&table.state, action, seat(number));
    assert_eq!(sight(&table, Action::Pass, 1), ActionView::Open(Action::Pass));
    assert_eq!(sight(&table, Action::Pass, 2), ActionView::Covered(0));
    table.play("pass cogito:rose");
    let last = |table: &Table, number: usize| {
        (sight(table, Action::Pass, number), sight(table, Action::Cogito(Card::Cat), number))
    };
    assert!(last(&table, 1).0 != last(&table, 1).1 && last(&table, 1) == last(&table, 2));
    table.play("pass");
    let seen = table.game.observe(&table.state, seat(2));
    assert!(seen.lost[seat(2)].is_some() && seen.hand.cards() == cards("flower crow"));
    table.play("play:plant pass pass play:cat pass pass pass pass");
    table.play("give:tree");
    let gift = |table: &Table, number: usize| {
        (sight(table, Action::Give(Card::Dream), number), sight(table, Action::Give(Card::Rose), number))
    };
    assert!(gift(&table, 1).0 != gift(&table, 1).1 && gift(&table, 3).0 != gift(&table, 3).1);
    assert!(gift(&table, 2).0 == gift(&table, 2).1);
}

/// Returns the original deal of a state: the dealt cards, and the pile in the order of drawing.
fn deal_of(game: &Cogito, state: &State, lap_starters: &[Seat]) -> Deal {
    let mut pile = Vec::new();
    let draws = state.events().iter().filter_map(|event| match event {
        Event::Drew { drawers, known, cards } => Some((*drawers, *known, *cards)),
        _ => None,
    });
    for ((drawers, known, cards), &first) in draws.zip(lap_starters) {
        let mut at = first;
        loop {
            let bit = 1 << at.index();
            pile.extend(cards[at.index()].filter(|_| drawers & bit != 0 && known & bit == 0));
            at = game.seats().after(at);
            if at == first {
                break;
            }
        }
    }
    // Cards put under the pile by Dream were not there at the beginning.
    let hidden = state.pile().len() - game.observe(state, seat(1)).pile_known.len();
    pile.extend(state.pile().take(hidden));
    let selves = game.seats().iter().map(|at| state.own(at)).collect();
    Deal { selves, hands: game.seats().iter().map(|at| state.dealt(at).to_vec()).collect(), pile }
}

/// Replays the events of `world`, then its face-down answers, from its deal by the rules, with every hidden card that
/// is not declared replaced by `swap`. Returns `None` if an action is illegal.
fn replayed(game: &Cogito, world: &State, lap_starters: &[Seat], swap: impl Fn(Card) -> Card) -> Option<State> {
    let mut deal = deal_of(game, world, lap_starters);
    let cards = deal.selves.iter_mut().chain(deal.hands.iter_mut().flatten()).chain(&mut deal.pile);
    cards.for_each(|card| *card = swap(*card));
    let mut state = deal.begin(&game.0, world.starter()).ok()?;
    let play = |state: &mut State, action: Action| {
        let legal = state.to_move().is_some() && game.is_legal(state, action);
        legal.then(|| game.apply(state, action))
    };
    for event in world.events() {
        match event {
            Event::Played { placed, .. } => play(&mut state, Action::Play(swap(placed.card)))?,
            Event::Opened { answers, .. } => {
                for _ in 0..answers.iter().flatten().count() {
                    let answer = answers[state.to_move()?.index()]?;
                    play(&mut state, answer)?;
                }
            }
            Event::Drew { .. } => {}
            Event::Traded { givers, given } => {
                for _ in 0..givers.count_ones() {
                    let card = given[state.to_move()?.index()]?;
                    play(&mut state, Action::Give(swap(card)))?;
                }
            }
        }
    }
    for _ in 0..game.seats().iter().filter_map(|seat| world.committed(seat)).count() {
        let answer = match world.committed(state.to_move()?)? {
            Action::Give(card) => Action::Give(swap(card)),
            answer => answer,
        };
        play(&mut state, answer)?;
    }
    Some(state)
}

/// Calls a function with positions of random games, and the start players of the laps with a Draw.
fn each_position(
    seats: usize,
    options: &str,
    games: u64,
    every: u32,
    mut see: impl FnMut(&Cogito, &State, &[Seat], &mut Rng),
) {
    let game = cogito(seats, options);
    for number in 0..games {
        let mut rng = Seed::master(number).derive(options, &[9]).rng();
        let mut own = rng.clone();
        let (mut starters, mut draws, mut last) = (Vec::new(), 0, seat(1));
        play_out(&game, 25, &mut rng, |state, _| {
            let held = state.events().iter().filter(|event| matches!(event, Event::Drew { .. })).count();
            if held > draws {
                starters.push(last);
                draws = held;
            }
            last = state.lap_starter(&game.0);
            if below(&mut own, every) == 0 {
                see(&game, state, &starters, &mut own);
            }
        });
    }
}

/// RULES.md R3, C16: every sampled world can arise by legal play from a deal, and yields the same observation.
#[test]
fn r3_worlds_arise_by_legal_play() {
    for (seats, options) in TABLES {
        let mut positions = 0;
        each_position(seats, options, 60, 10, |game, state, starters, rng| {
            for at in game.seats().iter() {
                let seen = game.observe(state, at);
                let worlds = Determinizer::new(&game.0, &seen);
                for _ in 0..3 {
                    let world = worlds.draw(&game.0, rng);
                    assert_eq!(game.observe(&world, at), seen);
                    let again = replayed(game, &world, starters, |card| card).unwrap_or_else(|| panic!("{seen:?}"));
                    for other in game.seats().iter() {
                        assert_eq!(game.observe(&again, other), game.observe(&world, other), "{seen:?}");
                    }
                    assert_eq!(again.own(at), world.own(at));
                    positions += 1;
                }
            }
        });
        assert!(positions > 1_000, "{positions}");
    }
}

/// Returns the world in which the Self at `at` is `other`: the two cards change places, and hidden gifts with them.
fn swapped(game: &Cogito, state: &State, at: Seat, other: Card, starters: &[Seat]) -> Option<State> {
    let own = state.own(at);
    replayed(game, state, starters, |card| match card {
        card if card == own => other,
        card if card == other => own,
        card => card,
    })
}

/// RULES.md I8, G28: the observation is the same with any other candidate as Self, and differs with any other Self.
#[test]
fn i8_candidates_are_indistinguishable() {
    for (seats, options) in TABLES {
        let (mut alike, mut told) = (0, 0);
        each_position(seats, options, 100, 12, |game, state, starters, _| {
            for at in game.seats().iter() {
                let seen = game.observe(state, at);
                let all = candidates(&game.0, &seen);
                assert!(all.contains(state.own(at)));
                for other in game.0.diagram.selves.iter().filter(|&other| other != state.own(at)) {
                    let same =
                        swapped(game, state, at, other, starters).is_some_and(|world| game.observe(&world, at) == seen);
                    assert_eq!(same, all.contains(other), "{at} as {other}: {seen:?}");
                    if same { alike += 1 } else { told += 1 }
                }
            }
        });
        assert!(alike > 500 && told > 500, "{alike} {told}");
    }
}

/// RULES.md G28: incrementally updated sets equal those computed from the observation; and every candidate is sampled
/// equally often.
#[test]
fn g28_candidates() {
    for (seats, options) in TABLES {
        each_position(seats, options, 100, 8, |game, state, _, _| {
            for at in game.seats().iter() {
                let seen: Observation = game.observe(state, at);
                let lost = seen.lost[at].is_some();
                let declared = seen.events.iter().find_map(|event| match event {
                    Event::Opened { answers, .. } => match answers[at.index()] {
                        Some(Action::Cogito(card)) => Some(card),
                        _ => None,
                    },
                    _ => None,
                });
                let by_cards = state.by_cards(at);
                let expected = declared.filter(|_| lost).map_or(by_cards, |card| by_cards.without(card));
                assert_eq!(candidates(&game.0, &seen), expected);
            }
        });
    }
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | dream cat", "pine rose bird");
    assert_eq!(table.candidates(1), "casablanca rose cherry pine cat crow ego");
    table.play("- play:plant cogito:rose");
    assert_eq!(table.candidates(1), "casablanca rose cherry pine");
    table.play("pass pass");
    assert_eq!(table.candidates(1), "casablanca cherry pine");
    let worlds = Determinizer::new(&table.game.0, &table.game.observe(&table.state, seat(1)));
    let (mut rng, mut count) = (Seed::master(3).rng(), [0; 3]);
    let all: Vec<Card> = worlds.candidates.iter().collect();
    for _ in 0..3_000 {
        let own = worlds.draw(&table.game.0, &mut rng).own(seat(1));
        count[all.iter().position(|card| *card == own).unwrap()] += 1;
    }
    assert!(ergo_engine::laws::looks_uniform(&count), "{count:?}");
    assert_eq!(worlds.candidates, cards("casablanca cherry pine").into_iter().collect::<Cards>());
}

/// RULES.md R3: hidden gifts are sampled with their true probabilities, estimated by playing many random deals and
/// keeping those with the same observation.
#[test]
fn r3_hidden_gifts_have_true_probabilities() {
    let game = cogito(3, "copies.dream=0 copies.i=0 copies.ii=1");
    let wanted = |state: &State| {
        let seen = game.observe(state, seat(1));
        let played = |event: &Event| match event {
            Event::Played { seat, placed } => Some((*seat, placed.card)),
            _ => None,
        };
        let played: Vec<(Seat, Card)> = seen.events.iter().filter_map(played).collect();
        let got = seen.events.iter().find_map(|event| match event {
            Event::Traded { given, .. } => given[2],
            _ => None,
        });
        (seen.dealt, played, got)
    };
    let play = |rng: &mut Rng| {
        let mut state = game.deal(rng);
        while state.lap() == 1 || state.events().len() < 14 {
            let action = match game.is_legal(&state, Action::Pass) {
                true => Action::Pass,
                false => game.sample_action(&state, rng, &mut Vec::new()),
            };
            game.apply(&mut state, action);
            if matches!(game.status(&state), Status::Over(_)) || state.lap() > 2 {
                break;
            }
        }
        state
    };
    let gift = |state: &State| match state.events().iter().rev().find(|event| matches!(event, Event::Traded { .. })) {
        Some(Event::Traded { given, .. }) => given[1],
        _ => None,
    };
    // The gift of seat 2 to seat 3: sampled worlds of many games compared with the truth.
    let (mut rng, mut hits, mut expected, mut variance, mut games) = (Seed::master(8).rng(), 0.0, 0.0, 0.0, 0);
    for _ in 0..3_000 {
        let state = play(&mut rng);
        let Some(given) = gift(&state) else { continue };
        let seen = game.observe(&state, seat(1));
        let worlds = Determinizer::new(&game.0, &seen);
        let draws = 20;
        let same = (0..draws).filter(|_| gift(&worlds.draw(&game.0, &mut rng)) == Some(given)).count();
        // Fair samples agree with the truth as often as with one another.
        let world = worlds.draw(&game.0, &mut rng);
        let other = gift(&world).unwrap();
        let among = (0..draws).filter(|_| gift(&worlds.draw(&game.0, &mut rng)) == Some(other)).count();
        assert_eq!(wanted(&world), wanted(&state));
        let (one, two) = (same as f64 / f64::from(draws), among as f64 / f64::from(draws));
        hits += one;
        expected += two;
        variance += (one - two) * (one - two);
        games += 1;
    }
    let off = (hits - expected) / f64::sqrt(variance);
    assert!(games > 2_000 && off.abs() < 4.5, "{games} games, {off:.1} errors off");
    assert!(expected / f64::from(games) < 0.9, "the gift is uncertain");
}
