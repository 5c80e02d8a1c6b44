//! Searches alone at a game that can be lost: pig against the clock, whose best play is known.

use std::collections::HashMap;

use ergo_engine::toys::pig::Pig;

use crate::play::share;

const GAME: Pig = Pig { target: 20, turns: 3 };

/// The chance to win from so many points banked, rolled and turns left, with the best play.
fn best(banked: u32, rolled: u32, left: u32, known: &mut HashMap<(u32, u32, u32), f64>) -> f64 {
    if banked >= GAME.target || left == 0 {
        return f64::from(u8::from(banked >= GAME.target));
    }
    if banked + rolled >= GAME.target {
        return 1.0;
    }
    if let Some(&chance) = known.get(&(banked, rolled, left)) {
        return chance;
    }
    let hold = if rolled > 0 { best(banked + rolled, 0, left - 1, known) } else { 0.0 };
    let lost = best(banked, 0, left - 1, known);
    let roll = (lost + (2..=6).map(|shown| best(banked, rolled + shown, left, known)).sum::<f64>()) / 6.0;
    known.insert((banked, rolled, left), hold.max(roll));
    hold.max(roll)
}

#[test]
fn a_search_that_sees_the_die_plays_nearly_best() {
    let best = best(0, 0, GAME.turns, &mut HashMap::new());
    let (random, _) = share(&GAME, "random", "random", 2000);
    let (seeing, _) = share(&GAME, "ismcts:mode=multi-observer,iterations=1500", "random", 600);
    // Three standard deviations of 600 matches are 0.06.
    assert!(seeing > best - 0.08 && seeing < best + 0.06, "{seeing}, at best {best}");
    assert!(random < best - 0.1, "{random}, at best {best}");
}
