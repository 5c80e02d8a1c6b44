//! Windows, declarations and ends.

use super::common::{Table, cogito, seat};
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;

fn table() -> Table {
    Table::new("", "casablanca owl human", "plant tree | flower crow | dream cat", "pine rose bird")
}

/// RULES.md C11, G11: a right declaration wins, a wrong one loses, and the true Self stays hidden.
#[test]
fn c11_cogito() {
    let mut table = table();
    table.play("cogito:rose pass pass").shows("lost", r#"["cogito",null,null]"#);
    assert_eq!(table.game.observe(&table.state, seat(1)).selves[seat(1)], None);
    assert_eq!(table.candidates(1), "casablanca cherry pine cat crow ego");
    table.play("play:flower pass cogito:human");
    assert_eq!(table.row(None, "ended_by window victor points_1 points_2 points_3 winner"), "cogito play 3 0 0 1 3");
}

/// RULES.md C12, G16: C-T8 and C-T9, from the player whose turn it is; later declarations are not evaluated.
#[test]
fn c12_at_once() {
    for (answers, victor, lost) in [
        ("cogito:casablanca pass cogito:human", "1", "[null,null,null]"),
        ("cogito:rose pass cogito:human", "3", r#"["cogito",null,null]"#),
        ("cogito:casablanca cogito:pine pass", "1", "[null,null,null]"),
    ] {
        let mut table = table();
        table.play("- play:plant").play(answers).shows("lost", lost);
        assert_eq!(table.row(None, "victor"), victor);
    }
    // It is seat 2's turn: seat 3 comes before seat 1.
    let mut second = table();
    second.play("- play:plant - play:crow pass cogito:human cogito:casablanca");
    assert_eq!(second.row(None, "victor"), "3");
}

/// RULES.md C13, G21, I9: three ends; all lost takes precedence over no cards.
#[test]
fn c13_end() {
    let mut lost = table();
    lost.play("cogito:rose cogito:crow cogito:cat");
    assert_eq!(lost.row(None, "ended_by window victor winner"), "all_lost deal  1+2+3");
    let Status::Over(outcome) = lost.game.status(&lost.state) else { panic!("the game continues") };
    assert!(outcome.returns.iter().all(|&value| value == 1.0 / 3.0));
    let mut disrupted = Table::new("", "casablanca owl", "plant flower | cat bird", "pine rose");
    disrupted.play("pass cogito:crow play:plant pass pass play:flower");
    assert_eq!(disrupted.row(None, "ended_by window lost"), "all_lost  2");
    let few = "copies.i=0 copies.ii=1 copies.dream=0";
    let mut none = Table::new(few, "casablanca owl human", "cat crow | ego pine | rose cherry", "");
    none.play("- play:cat - play:pine - play:rose - give:crow give:ego give:cherry");
    none.play("play:cherry - play:crow - play:ego - play:animal - play:bird - play:flower pass pass pass");
    none.play("cogito:rose cogito:pine cogito:cat");
    assert_eq!(none.row(None, "ended_by window winner"), "all_lost end 1+2+3");
}

/// RULES.md G5, G14: the times of windows.
#[test]
fn g5_windows() {
    let mut table = table();
    table.shows("window", "\"deal\"").play("-").shows("phase", "\"play\"");
    for card in ["play:plant", "play:crow", "play:dream"] {
        table.play(card).shows("window", "\"play\"");
        if card != "play:dream" {
            table.play("-");
        }
    }
    table.shows("fields", r#"[[],[],["dream"]]"#).play("pass pass pass").shows("window", "\"draw\"");
    table.play("- give:tree give:flower give:cat").shows("window", "\"trade\"").play("-").shows("lap", "2");
    let mut ego = Table::new("", "casablanca owl", "ego tree | flower crow", "");
    ego.play("- play:ego").shows("window", "\"play\"");
}

/// RULES.md G15: a player just disrupted gives no answer, a sole survivor does.
#[test]
fn g15_order_of_answers() {
    let mut table = Table::new("", "casablanca owl human", "plant flower | cat crow | dream tree", "pine rose bird");
    table.play("- play:plant - play:cat - play:tree - give:pine give:crow give:dream play:flower");
    table.shows("to_move", "2").play("pass cogito:cat").shows("turn", "2").play("play:pine").shows("to_move", "2");
    table.shows("window", "\"play\"").play("pass").shows("window", "\"draw\"").shows("to_move", "2");
}

/// RULES.md G17: any of the nine Selves, even one that is visible to all.
#[test]
fn g17_what_may_be_declared() {
    assert_eq!(
        table().legal(),
        "pass cogito:casablanca cogito:rose cogito:cherry cogito:pine cogito:human cogito:cat cogito:owl cogito:crow \
         cogito:ego"
    );
    let venn = Table::new("diagram=venn", "casablanca owl", "plant tree | flower bird", "");
    assert!(venn.legal().contains("moss") && !venn.legal().contains("rose"));
}

/// RULES.md G27: number of games, target and starters.
#[test]
fn g27_match() {
    for (options, starters) in [
        ("games=3", vec![1, 2, 1]),
        ("games=3 starter=fixed", vec![1, 1, 1]),
        ("games=5 target=1 starter=rotate", vec![1]),
    ] {
        let game = cogito(2, options);
        let (mut state, mut rounds, mut starts) = (game.deal(&mut Seed::master(1).rng()), Vec::new(), Vec::new());
        while let Status::ToMove(at) = game.status(&state) {
            if state.events().is_empty() && state.committed(seat(1)).is_none() && state.committed(seat(2)).is_none() {
                starts.push(state.starter().number());
            }
            // Seat 1 always knows its Self.
            let action = match at.number() {
                1 => ergo_engine::cogito::action::Action::Cogito(state.own(at)),
                _ => ergo_engine::cogito::action::Action::Pass,
            };
            game.apply_into(&mut state, action, &mut rounds);
        }
        assert_eq!(starts, starters, "{options}");
        let Status::Over(outcome) = game.status(&state) else { panic!("the match continues") };
        assert_eq!(outcome.scores.iter().copied().collect::<Vec<_>>(), [starters.len() as i32, 0]);
        assert_eq!(outcome.returns.iter().copied().collect::<Vec<_>>(), [1.0, 0.0]);
    }
    let random = cogito(4, "starter=random games=2");
    let starts = (0..64).map(|seed| random.deal(&mut Seed::master(seed).rng()).starter());
    assert_eq!(starts.collect::<std::collections::BTreeSet<_>>().len(), 4);
}
