//! Invariants at every state of many random games, for every number of players. RULES.md I1–I13.

use super::common::*;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::condition::Condition;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::place::Places;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Seed;

/// Number of games for each number of players; the environment can raise it for a long run: `PHILOSOPHIA_GAMES=20000`.
fn games() -> u64 {
    std::env::var("PHILOSOPHIA_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(60)
}

/// RULES.md I1: argument cards of each kind, oracle cards, disks and tokens.
fn check_cards(game: &Philosophia, state: &State) {
    let on = matches!(state.node(), Node::Lead | Node::Reply | Node::Lay);
    let on = on || state.node() == Node::Over && state.debate().is_final();
    let mut held = [0; 2];
    for player in &state.players()[..game.0.players] {
        let counts = player.argument_counts();
        held[0] += usize::from(counts[0]);
        held[1] += usize::from(counts[1]);
    }
    if on {
        let (led, ..) = state.debate().current_attack();
        let piles = (0..game.0.players).flat_map(|who| state.debate().pile(who).cards()).chain(led);
        piles.filter(|card| *card != Card::DIVINE).for_each(|card| held[usize::from(card.is_syllogism())] += 1);
    }
    let decks = state.decks();
    assert_eq!([held[0] + decks[0], held[1] + decks[1]], [40, 40]);
    let shown = view(game, state);
    let count = |value: &Value| value.as_array().map_or(0, Vec::len);
    let players = shown["players"].as_array().unwrap();
    let oracles: usize = players.iter().map(|player| count(&player["oracles"])).sum();
    let decks: usize = shown["oracle_decks"].as_object().unwrap().values().map(count).sum();
    let played = on && shown["pending"].to_string().contains("DA");
    let all = if game.0.solo() { 16 } else { 19 };
    assert_eq!(oracles + decks + count(&shown["box"]) + usize::from(played), all);
    let kept = state.players().iter().filter(|player| player.has_unknown_oracle()).count();
    assert_eq!(count(&shown["disks"]) + kept, if game.0.solo() { 4 } else { 11 });
    let tokens = |value: &Value| value.as_object().map_or(0, serde_json::Map::len);
    let held: usize = players.iter().map(|player| tokens(&player["tokens"])).sum();
    assert_eq!(held + tokens(&shown["tokens"]), state.placed().iter().map(|&count| usize::from(count)).sum::<usize>());
}

/// RULES.md I2, I3, I4, I5.
fn check_supplies(game: &Philosophia, state: &State) {
    let players = &state.players()[..game.0.players];
    let sum = |kind: usize| players.iter().map(|player| player.holdings()[kind]).sum::<u8>();
    for kind in 0..3 {
        assert_eq!(sum(kind) + state.supply()[kind], game.0.supply[kind]);
    }
    let mut numbers: Vec<u8> = players.iter().filter_map(|player| player.number()).collect();
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u8));
    let (mut at, mut schools) = (Places::NONE, Places::NONE);
    for player in players {
        let [builders, _, study, wisdom, debates, labyrinth] = player.holdings();
        assert!(builders <= 4 && study <= 1 && wisdom <= 3 && debates <= 3 && labyrinth <= 3);
        let [followings, own, tokens] = player.on_map();
        assert!(followings.len() <= 9 && own.len() <= 4);
        let towns = followings.and(own).and(tokens);
        assert!(towns.without(game.0.towns).is_empty() && schools.within(own).is_empty());
        schools = schools.and(own);
        at = at.and(player.location().alone());
        assert_eq!(player.number().is_some(), labyrinth == 3);
    }
    assert_eq!(at.len(), players.len());
}

/// RULES.md I4, I6, I9, I10: the changes by an action.
fn check_step(game: &Philosophia, before: &State, after: &State, action: Action) {
    let players = game.0.players;
    let coins = |state: &State| state.players()[..players].iter().map(|player| i64::from(player.coins())).sum::<i64>();
    for who in 0..players {
        let (old, new) = (&before.players()[who], &after.players()[who]);
        assert!(new.holdings()[5] >= old.holdings()[5] && new.holdings()[4] >= old.holdings()[4]);
        let claimed: Vec<Condition> = Condition::ALL.into_iter().filter(|&one| new.has_claimed(one)).collect();
        assert!(Condition::ALL.into_iter().all(|one| !old.has_claimed(one) || claimed.contains(&one)));
    }
    let step = i32::from(after.timeline()) - i32::from(before.timeline());
    // In solo, the Moirai's turn follows within the step.
    let theirs = game.0.solo() && (step == 2 || after.timeline() <= 1);
    assert!((0..=1).contains(&step) || after.timeline() == 0 || theirs, "{step} steps by {action}");
    if let Action::Go(place) = action {
        assert_ne!(before.players()[before.to_move()].location(), place);
        assert_eq!(coins(before), coins(after), "a fee is a transfer");
    }
    if game.0.solo() {
        return;
    }
    let change = coins(after) - coins(before);
    let expected: &[i64] = match action {
        Action::HireBuilder => &[-2],
        Action::HireSophist => &[-1],
        Action::Study => &[-4, 0],
        Action::Follow | Action::Build | Action::UseSophist(_) | Action::Keep | Action::Oracle | Action::Take(_) => {
            &[0]
        }
        Action::Observe(_) | Action::Play(_) | Action::Pass | Action::Lay(_) | Action::Progress => &[0],
        Action::Tutor => &[1, 2, 3, 4, 5],
        Action::Bonus | Action::Both => &[0, 1, 2],
        Action::Reject => &[1],
        _ => return,
    };
    assert!(expected.contains(&change), "{action} changed coins by {change}");
}

/// RULES.md I8: one winner of a debate, and players who passed stay out.
fn check_debate(before: &State, after: &State) {
    let on = |state: &State| matches!(state.node(), Node::Lead | Node::Reply | Node::Lay);
    if on(before) && !on(after) && after.node() != Node::Over {
        assert!(after.debate().winner().is_some());
    }
}

/// RULES.md I1, I2, I3, I4, I5, I6, I8, I9, I10, I11.
#[test]
fn invariants_hold() {
    for (seats, options) in
        [(1, "level=sophia"), (2, ""), (3, "kinds=4"), (4, "judge=player"), (5, "judge=chance"), (6, "")]
    {
        let game = philosophia(seats, options);
        let mut ended = [0; 3];
        for number in 0..games() {
            let mut rng = Seed::master(number).derive("invariants", &[seats as u64]).rng();
            let (mut state, mut scratch, mut rounds) = (game.deal(&mut rng), Vec::new(), 0);
            let mut last = vec![0; seats];
            check_cards(&game, &state);
            while let Status::ToMove(_) = game.status(&state) {
                let action = game.sample_action(&state, &mut rng, &mut scratch);
                let mut after = state.clone();
                let round = game.apply_recorded(&mut after, action);
                check_step(&game, &state, &after, action);
                check_debate(&state, &after);
                if let Some(round) = round {
                    rounds += 1;
                    check_supplies(&game, &after);
                    last = round.scores().iter().copied().collect();
                    if rounds % 40 == 0 {
                        check_cards(&game, &after);
                    }
                }
                state = after;
            }
            check_cards(&game, &state);
            check_supplies(&game, &state);
            let Status::Over(outcome) = game.status(&state) else { panic!("the game continues") };
            assert_eq!(outcome.scores.iter().copied().collect::<Vec<_>>(), last);
            ended[state.ended().unwrap() as usize] += 1;
            let winners = outcome.winners.iter().filter(|won| **won).count();
            assert!(outcome.adjudicated || winners == 1 || seats == 1 && winners == 0);
        }
        assert!(ended[0] + ended[1] > 0, "{ended:?} at {seats} seats");
    }
}

/// RULES.md I11, I7: a state in which moves are the only actions.
#[test]
fn i11_there_is_always_a_legal_action() {
    let empty = json!({"sophistry": 0, "syllogism": []});
    let stage =
        Stage::new(6, "side=a", table([json!({}), json!({}), json!({}), json!({}), json!({}), json!({})], empty));
    assert_eq!(stage.legal().split(' ').count(), 12 + 2);
}
