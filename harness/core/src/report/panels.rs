//! Curves of tables, those of one size in one panel, a colour for each name.

use super::drawing::{Curve, Estimate, Panel};
use super::words;

/// Panels as they fill.
#[derive(Default)]
pub(crate) struct Panels {
    names: Vec<String>,
    of_size: Vec<(usize, Panel)>,
}

/// All of them.
pub(crate) struct Full {
    /// By number of seats.
    pub panels: Vec<Panel>,
    /// The legend: the meaning of each colour, where there are several.
    pub colours: Vec<(usize, String)>,
}

impl Panels {
    /// Adds the curve of a table with so many seats, in the colour of `name`.
    pub(crate) fn add(&mut self, seats: usize, name: String, points: Vec<Estimate>) {
        let colour = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        let panel = self.of_size.iter().position(|(size, _)| *size == seats).unwrap_or_else(|| {
            self.of_size.push((seats, Panel { title: words::seats(seats), curves: Vec::new() }));
            self.of_size.len() - 1
        });
        self.of_size[panel].1.curves.push(Curve { points, colour });
    }

    /// Names so far.
    pub(crate) fn names(&self) -> usize {
        self.names.len()
    }

    /// Nothing without a curve.
    pub(crate) fn done(mut self) -> Option<Full> {
        if self.of_size.is_empty() {
            return None;
        }
        self.of_size.sort_by_key(|(seats, _)| *seats);
        let colours = if self.names.len() > 1 { self.names.into_iter().enumerate().collect() } else { Vec::new() };
        Some(Full { panels: self.of_size.into_iter().map(|(_, panel)| panel).collect(), colours })
    }
}
