//! Cogito for two with short piles, solved: what the game is worth to who starts, and when to declare.
//!
//! `cargo run --release -p ergo-agents --example cogito_solved -- DREAMS ROUNDS`: a deck of the nine Selves and so many Dreams, no
//! categories; so many rounds of CFR+.

use ergo_agents::games::cogito::solved::{What, tree};
use ergo_engine::cogito::Cogito;
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::seat::SeatCount;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<i64>().expect("a number"));
    let (dreams, rounds) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(2000));
    let copies = [("copies.i", 0), ("copies.ii", 0), ("copies.dream", dreams)];
    let given = Settings(copies.into_iter().map(|(key, value)| (key.to_owned(), Value::Int(value))).collect());
    let game = Cogito::configure(SeatCount::new(2), &given).expect("in range");
    let solved = tree(&game, false).expect("a deck without categories");
    let (moments, sets) = solved.tree.size();
    let strategy = solved.tree.solve(solved.root, rounds as u32);
    let (most, least) =
        (solved.tree.against(solved.root, &strategy, 0), solved.tree.against(solved.root, &strategy, 1));
    println!("nine Selves, {dreams} Dreams: {moments} moments, {sets} sets; {rounds} rounds");
    println!(
        "seat 1, which starts, wins {:.6} of it; nobody can gain more than {:.6}",
        (most + least) / 2.0,
        most - least
    );
    println!("\nseat  lap  window  candidates  comes here  declares");
    for (asked, (comes, declares)) in solved.declarations(&strategy) {
        let What::Window(window) = asked.what else { continue };
        if comes > 1e-6 {
            println!(
                "{:>4}  {:>3}  {:<6}  {:>10}  {comes:>10.4}  {declares:>8.4}",
                asked.seat + 1,
                asked.lap,
                window.word(),
                asked.candidates
            );
        }
    }
    println!("\nwho declares with so many candidates or fewer, against the best answer, as seat 1 and as seat 2:");
    for declare_at in 1..=6 {
        let fixed = solved.declaring_at(declare_at);
        let (one, two) =
            (solved.tree.against(solved.root, &fixed, 1), 1.0 - solved.tree.against(solved.root, &fixed, 0));
        println!("{declare_at}: {one:.4} and {two:.4}");
    }
}
