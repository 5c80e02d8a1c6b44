//! The diagram of Selves and their categories. It is read from a table because the printed diagram is lost. RULES.md
//! G1, G4, G13.

use super::card::{Card, Cards, KINDS};

const TREE: &str = include_str!("diagrams/tree.txt");
const VENN: &str = include_str!("diagrams/venn.txt");

/// A table of Selves and their categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The origin of the table, in words.
    pub provenance: &'static str,
    /// The categories of stratum I and of stratum II.
    pub strata: [Cards; 2],
    /// The nine Selves.
    pub selves: Cards,
    /// For each Self: the cards that turn red in the field of its owner. These are its categories, Ego and the Self
    /// itself.
    reds: [Cards; KINDS],
    /// For each category: the Selves that belong to it.
    members: [Cards; KINDS],
}

impl Diagram {
    /// Returns the diagram `tree`.
    pub fn tree() -> Self {
        Diagram::read(TREE)
    }

    /// Returns the diagram `venn`.
    pub fn venn() -> Self {
        Diagram::read(VENN)
    }

    /// Parses a table: a line `provenance:`, one line per stratum, and one line per Self with its categories.
    fn read(table: &'static str) -> Self {
        let nothing = [Cards::NONE; KINDS];
        let mut diagram =
            Diagram { provenance: "", strata: [Cards::NONE; 2], selves: Cards::NONE, reds: nothing, members: nothing };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (key, rest) = line.split_once(':').expect("a key before a colon");
            let card = |name: &str| name.parse::<Card>().expect("the name of a card");
            let cards = || rest.split_whitespace().map(card).collect::<Cards>();
            match key {
                "provenance" => diagram.provenance = rest.trim(),
                "stratum 1" => diagram.strata[0] = cards(),
                "stratum 2" => diagram.strata[1] = cards(),
                name => diagram.add(card(name), cards()),
            }
        }
        diagram
    }

    fn add(&mut self, own: Card, categories: Cards) {
        self.selves = self.selves.with(own);
        self.reds[own.index()] = categories.with(Card::Ego).with(own);
        for category in categories.iter() {
            self.members[category.index()] = self.members[category.index()].with(own);
        }
    }

    /// Returns true if `card` turns red in the field of a player whose Self is `own`. RULES.md C4–C7.
    #[inline]
    pub const fn is_red(&self, own: Card, card: Card) -> bool {
        self.reds[own as usize].contains(card)
    }

    /// Returns the Selves that belong to a category.
    #[inline]
    pub const fn members(&self, category: Card) -> Cards {
        self.members[category as usize]
    }
}
