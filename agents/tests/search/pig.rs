//! Searches of a single player: pig with a limited number of turns, whose optimal play is known.

use std::collections::HashMap;

use ergo_engine::toys::pig::Pig;

use crate::play::share;

const GAME: Pig = Pig { target: 20, turns: 3 };

/// Returns the probability of winning with optimal play, for the points banked, the points rolled and the turns
/// left.
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
fn multi_observer_search_is_near_optimal() {
    let best = best(0, 0, GAME.turns, &mut HashMap::new());
    let (random, _) = share(&GAME, "random", "random", 2000);
    let (seeing, _) = share(&GAME, "ismcts:mode=multi-observer,iterations=1500", "random", 600);
    // Three standard errors of 600 matches are 0.06.
    assert!(seeing > best - 0.08 && seeing < best + 0.06, "{seeing}, at best {best}");
    assert!(random < best - 0.1, "{random}, at best {best}");
}
