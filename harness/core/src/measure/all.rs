//! All measures of a game.

use std::sync::Arc;

use super::declared::{Denominator, Measure, SeatRole, SubjectKind, Unit, Value};
use super::key::MeasureKey;

/// The properties of a game that decide which measures it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameShape {
    /// True for games of one player: there are no rivals and no other seats.
    pub alone: bool,
    /// True if a match always has exactly one round.
    pub one_round: bool,
    /// True if a match pays its scores, so that results are measured in points and not in wins.
    pub pays_points: bool,
}

/// The measures of every game, of one game, and of one experiment.
#[derive(Clone, Debug)]
pub struct Measures {
    shape: GameShape,
    list: Vec<Arc<Measure>>,
    /// The role by which seats differ most, if the game has one, with the column values of the rounds that it applies
    /// to. Values of seats and of other roles are not compared if different seats have this role.
    pivot: Option<(SeatRole, Vec<(String, String)>)>,
}

impl Default for Measures {
    /// Returns the measures of every game with several seats and rounds.
    fn default() -> Self {
        Measures::for_game(GameShape::default(), Vec::new())
    }
}

impl Measures {
    /// Returns the measures of every game with this shape, followed by `declared`. The role of the first measure of
    /// kind [`SubjectKind::Before`] becomes the role by which seats differ most.
    pub fn for_game(shape: GameShape, declared: Vec<Measure>) -> Self {
        let pivot = declared.iter().find_map(|measure| match &measure.of {
            SubjectKind::Before(place) => Some((place.clone(), measure.only.clone())),
            _ => None,
        });
        let list = everywhere(shape).into_iter().chain(declared).map(Arc::new).collect();
        Measures { shape, list, pivot }
    }

    /// Adds the measures of an experiment.
    pub fn and(mut self, own: &[Measure]) -> Self {
        self.list.extend(own.iter().cloned().map(Arc::new));
        self
    }

    /// Returns the shape of the game.
    pub fn shape(&self) -> GameShape {
        self.shape
    }

    /// Returns the name of the main measure of an entrant: the score if the game pays points, else the win share.
    pub fn outcome(&self) -> &'static str {
        if self.shape.pays_points { "score" } else { "win_share" }
    }

    /// Returns the name of the main measure of a seat.
    pub fn outcome_of_seats(&self) -> &'static str {
        if self.shape.pays_points { "points_per_round" } else { "win_share" }
    }

    /// Returns all measures in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Measure>> {
        self.list.iter()
    }

    /// Returns the role by which seats differ most, and the column values of the rounds that it applies to.
    pub fn pivot(&self) -> Option<(&SeatRole, &[(String, String)])> {
        self.pivot.as_ref().map(|(place, only)| (place, only.as_slice()))
    }

    /// Returns true if there is a measure `name`.
    pub fn has(&self, name: &str) -> bool {
        self.list.iter().any(|measure| is_called(measure, name))
    }

    /// Returns the key of a measure that every game has.
    ///
    /// # Panics
    ///
    /// Panics if there is no measure `name`.
    pub fn key(&self, subject: &str, name: &str) -> MeasureKey {
        self.find(subject, name).unwrap_or_else(|| panic!("{name} is a measure of every game"))
    }

    /// Returns the key of the measure `name` for `subject`. If no measure of this name fits the subject, any measure of
    /// this name is used.
    pub fn find(&self, subject: &str, name: &str) -> Option<MeasureKey> {
        let called = || self.list.iter().filter(|measure| is_called(measure, name));
        // The name of a role has precedence over an entrant of the same name.
        let fits = |measure: &&Arc<Measure>| measure.of != SubjectKind::Entrants && measure.of.fits(subject);
        let found = called().find(fits).or_else(|| called().find(|measure| measure.of.fits(subject)));
        let found = found.or_else(|| called().next())?;
        match found.word_of(name) {
            Some(word) => Some(MeasureKey::new(subject, &Arc::new(found.for_word(word)))),
            None => Some(MeasureKey::new(subject, found)),
        }
    }

    /// Parses a measure such as `win_share`, `greedy win_share`, `seat 1 points_per_round` or `focal win_share`. The
    /// default subject is `all`. Returns `None` if there is no such measure.
    pub fn parse(&self, text: &str) -> Option<MeasureKey> {
        let (subject, measure) = text.trim().rsplit_once(' ').unwrap_or(("all", text.trim()));
        self.find(subject.trim(), measure)
    }

    /// Returns true if there are measures of a role named `subject`.
    pub fn has_place(&self, subject: &str) -> bool {
        let is_place = |of: &SubjectKind| matches!(of, SubjectKind::At(_) | SubjectKind::Before(_));
        self.list.iter().any(|measure| is_place(&measure.of) && measure.of.fits(subject))
    }

    /// Returns the names of all measures, each once, as a list in words.
    pub fn names(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for name in self.list.iter().map(|measure| measure.name.replace('*', "<word>")) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.join(""),
        }
    }

    /// Returns the names that entrants must not have because they have a meaning in measures: `all`, `focal` and the
    /// roles.
    pub fn reserved(&self) -> Vec<&str> {
        RESERVED.into_iter().chain(self.places()).collect()
    }

    /// Returns the names of all roles, each once.
    pub fn places(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for measure in &self.list {
            if let SubjectKind::At(place) | SubjectKind::Before(place) = &measure.of
                && !names.contains(&place.name.as_str())
            {
                names.push(&place.name);
            }
        }
        names
    }
}

/// Subjects that are neither entrants nor roles.
const RESERVED: [&str; 2] = ["all", "focal"];

fn is_called(measure: &Measure, name: &str) -> bool {
    if measure.is_each() { measure.word_of(name).is_some() } else { measure.name == name }
}

/// Returns the measures of every game of a shape, computed from `matches.csv`: wins, points and lengths. If a match has
/// one round, the points of an entrant are its score and are not listed twice.
fn everywhere(GameShape { alone, one_round, .. }: GameShape) -> Vec<Measure> {
    let amount = |unit: &str| Unit::Amount(unit.to_owned());
    let said = |several: &'static str, one: &'static str| if one_round { one } else { several };
    let mut all = Vec::new();
    for of in
        [SubjectKind::Entrants, SubjectKind::Seats].into_iter().filter(|of| !alone || *of == SubjectKind::Entrants)
    {
        all.push(Measure::new("win_share", "win share", Unit::Share, Denominator::Deals, of.clone(), Value::Wins));
        if !one_round || of == SubjectKind::Seats {
            all.push(Measure::points("points_per_round", said("points per round", "score"), of, Value::Points));
        }
    }
    if !alone {
        let margin = said("margin per round", "margin");
        all.push(Measure::points("margin_per_round", margin, SubjectKind::Entrants, Value::Margin));
    }
    all.push(Measure::new(
        "score",
        "score",
        amount("points"),
        Denominator::Matches,
        SubjectKind::Entrants,
        Value::Points,
    ));
    if !one_round {
        let (name, said) = ("rounds_per_match", "rounds per match");
        all.push(Measure::new(name, said, amount("rounds"), Denominator::Matches, SubjectKind::All, Value::Rounds));
    }
    let turns = said("turns per round", "turns per match");
    all.push(Measure::new(
        "turns_per_round",
        turns,
        amount("turns"),
        Denominator::Rounds,
        SubjectKind::All,
        Value::Turns,
    ));
    all
}

#[cfg(test)]
mod tests {
    use super::super::declared::WordBreakdown;
    use super::*;

    fn measures() -> Measures {
        let shown = WordBreakdown { title: "How rounds ended".to_owned(), file: "plots/endings.csv" };
        Measures::for_game(
            GameShape::default(),
            vec![
                Measure::share("paradox", "rounds that are a paradox", "paradox", "1"),
                Measure::each("ended_by_*", "rounds ended by *", "ended_by", shown),
            ],
        )
    }

    #[test]
    fn key_focal_is_first_entrant() {
        let table = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let all = measures();
        let key = all.parse("focal win_share").unwrap();
        assert_eq!(key.for_table(&table(&["b", "a"])), all.key("b", "win_share"));
        let other = all.parse("a score").unwrap();
        assert_eq!(other.for_table(&table(&["b", "a"])), other);
    }

    #[test]
    fn key_parse_round_trips() {
        let all = measures();
        for text in ["paradox", "greedy win_share", "seat 1 points_per_round", "ended_by_max_turns"] {
            assert_eq!(all.parse(text).unwrap().to_string(), text);
        }
        assert_eq!(all.parse("all paradox").unwrap(), all.parse(" paradox ").unwrap());
        assert_eq!(all.parse("ended_by_max_turns").unwrap().measure.said, "rounds ended by max turns");
        for unknown in ["paradoxes", "", "ended_by_", "ended_by_*x y"] {
            assert_eq!(all.parse(unknown), None, "{unknown}");
        }
        assert_eq!(Measures::default().parse("paradox"), None);
    }
}
