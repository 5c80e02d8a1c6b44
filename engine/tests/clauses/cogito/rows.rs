//! The rows written for a game.

use super::common::{Table, seat};
use ergo_engine::cogito::round::Round;
use ergo_engine::game::{Game, RoundRecord};

/// RULES.md R5, R6, R4: the exact columns, and their values for worked games.
#[test]
fn r6_rows() {
    assert_eq!(
        Round::ROUND_COLUMNS.join(","),
        "starter,laps,turns,ended_by,window,victor,draws,trades,dreams,reds,declarations,wrong,lost,pile,points_1,points_2,\
         points_3,points_4,score_1,score_2,score_3,score_4,winner"
    );
    assert_eq!(
        Round::SEAT_COLUMNS.join(","),
        "self,points,score,lost,lost_lap,declared,right,played,blue,red,candidates,fault"
    );
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | ego dream", "pine rose bird");
    table.play("- play:plant - play:crow - play:dream - give:pine give:flower give:ego play:ego");
    table.play("pass cogito:pine pass play:flower cogito:human cogito:casablanca");
    let all = Round::ROUND_COLUMNS.join(" ");
    assert_eq!(table.row(None, &all), "1 2 5 cogito play 3 1 1 1 2 3 1 1 10 0 0 1  0 0 1  3");
    let of = Round::SEAT_COLUMNS.join(" ");
    // Seat 1 declared rightly after the winner: not evaluated.
    assert_eq!(table.row(Some(1), &of), "casablanca 0 0   casablanca  2 0 2 3 ");
    assert_eq!(table.row(Some(2), &of), "owl 0 0 cogito 2 pine 0 1 1 0 3 ");
    assert_eq!(table.row(Some(3), &of), "human 1 1   human 1 2 1 0 4 ");
}

/// RULES.md R4: a fault scores no points, and the best of the others win.
#[test]
fn r4_fault() {
    let mut table = Table::new("", "casablanca owl human", "plant tree | flower crow | ego dream", "");
    table.play("- play:plant pass");
    let round = table.game.abandon(&table.state, seat(2), "late").unwrap();
    table.rounds.push(round);
    assert_eq!(
        table.row(None, "ended_by window victor turns declarations points_1 points_2 points_3 winner"),
        "fault   1 0 0 0 0 1+3"
    );
    assert_eq!(table.row(Some(2), "fault right"), "late ");
    assert_eq!(table.row(Some(1), "fault"), "");
}
