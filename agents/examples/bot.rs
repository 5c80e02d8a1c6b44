//! A bot from outside, in Rust: any legal action, each equally likely. `agents/PROTOCOL.md` says what it may know.
//!
//! ```text
//! cargo build --release -p ergo-agents --example bot
//! ergo agents check target/release/examples/bot
//! ```

use std::io::{BufRead, Write, stdin, stdout};

use ergo_engine::rng::{Seed, below};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut chance = Seed::master(0).rng();
    for line in stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let answer = match line["type"].as_str() {
            Some("hello") => {
                chance = line["seed"].as_str().ok_or("hello without a seed")?.parse::<Seed>()?.rng();
                json!({"type": "ready", "name": "random legal, in Rust"})
            }
            Some("decide") => {
                // `line["observation"]` is everything this seat knows, `line["legal"]` the actions in text.
                let legal = line["legal"].as_array().ok_or("a decision without actions")?;
                json!({"id": line["id"], "action": below(&mut chance, legal.len() as u32)})
            }
            _ => continue,
        };
        let mut out = stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
