//! Numeric settings as search directions.

use ergo_agents::spec::{AgentKind, AgentSpec, MILLISECONDS};
use ergo_engine::options::{OptionError, OptionSpec, Range, Value};

/// A setting to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The key of the setting.
    pub key: String,
    /// The smallest value.
    pub least: f64,
    /// The largest value.
    pub most: f64,
    /// True for whole numbers.
    pub whole: bool,
    /// The initial value.
    pub start: f64,
    /// The first step size.
    pub step: f64,
}

/// The error of a setting that cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ParameterError {
    #[error("{0}")]
    Unknown(#[from] OptionError),
    #[error("{key}: expected a numeric setting, this one is {range}")]
    NoNumber { key: String, range: String },
    #[error("{text}: expected KEY or KEY=LEAST..MOST within {range}, the start {start} between them")]
    Range { text: String, range: String, start: f64 },
    #[error("{key}: expected another setting: the result must depend on the seed, not on a clock")]
    Clock { key: String },
    #[error("{0}: named twice, expected every key once")]
    Twice(String),
}

impl Parameter {
    /// Parses a setting of `agent`: `key`, or `key=least..most` to restrict its range.
    pub(crate) fn parse(kinds: &[AgentKind], agent: &AgentSpec, text: &str) -> Result<Self, ParameterError> {
        let (key, narrowed) = match text.split_once('=') {
            Some((key, range)) => (key.trim(), Some(range)),
            None => (text.trim(), None),
        };
        let options: Vec<OptionSpec> =
            kinds.iter().filter(|kind| kind.name == agent.kind).flat_map(|kind| kind.options.clone()).collect();
        let Some(option) = options.iter().find(|option| option.key == key) else {
            return Err(OptionError::unknown_key(key, options.iter().map(|option| option.key)).into());
        };
        if key == MILLISECONDS {
            return Err(ParameterError::Clock { key: key.to_owned() });
        }
        let (all, start, whole) = match (option.range, &agent.settings.0[key]) {
            (Range::Int(least, most), Value::Int(start)) => ((least as f64, most as f64), *start as f64, true),
            (Range::Real(least, most), Value::Real(start)) => ((least, most), *start, false),
            (range, _) => return Err(ParameterError::NoNumber { key: key.to_owned(), range: range.to_string() }),
        };
        let wrong = || ParameterError::Range { text: text.to_owned(), range: option.range.to_string(), start };
        let (least, most) = match narrowed {
            None => all,
            Some(range) => {
                let (least, most) = range.split_once("..").ok_or_else(wrong)?;
                (least.trim().parse().map_err(|_| wrong())?, most.trim().parse().map_err(|_| wrong())?)
            }
        };
        let fits = all.0 <= least && least < most && most <= all.1 && (least..=most).contains(&start);
        if !fits || (whole && (least.fract() != 0.0 || most.fract() != 0.0)) {
            return Err(wrong());
        }
        let range = most - least;
        let step = (start.abs() / 2.0).max(range / 40.0).min(range / 4.0);
        Ok(Parameter { key: key.to_owned(), least, most, whole, start, step })
    }

    /// Parses a comma-separated list of settings.
    ///
    /// # Errors
    ///
    /// Returns an error if a setting is unknown, not numeric, listed twice, or has an invalid range.
    pub fn parse_all(kinds: &[AgentKind], agent: &AgentSpec, text: &str) -> Result<Vec<Self>, ParameterError> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for text in text.split(',') {
            let parameter = Parameter::parse(kinds, agent, text)?;
            if parameters.iter().any(|known| known.key == parameter.key) {
                return Err(ParameterError::Twice(parameter.key));
            }
            parameters.push(parameter);
        }
        Ok(parameters)
    }

    /// Returns the value at `point` of the search, in first steps from the start. Values beyond the range are mirrored
    /// at its ends, so that the search does not stick to a boundary.
    pub(crate) fn number(&self, point: f64) -> f64 {
        let range = self.most - self.least;
        let off = libm::fmod(libm::fabs(self.start + point * self.step - self.least), 2.0 * range);
        let inside = self.least + if off > range { 2.0 * range - off } else { off };
        let number = inside.max(self.least).min(self.most);
        if self.whole { libm::rint(number) } else { number }
    }

    /// Returns `number`, which must be in range, as a value of the setting.
    pub(crate) fn value(&self, number: f64) -> Value {
        if self.whole { Value::Int(libm::rint(number) as i64) } else { Value::Real(number) }
    }

    /// Rounds `number` to three digits if the result is still in range, since people copy these values.
    pub(crate) fn rounded(&self, number: f64) -> f64 {
        let short: f64 = format!("{number:.2e}").parse().unwrap_or(number);
        if self.whole {
            libm::rint(number)
        } else if (self.least..=self.most).contains(&short) {
            short
        } else {
            number
        }
    }
}

/// Returns `agent` with its `parameters` set to `numbers`.
pub fn with_numbers(agent: &AgentSpec, parameters: &[Parameter], numbers: &[f64]) -> AgentSpec {
    let mut agent = agent.clone();
    for (parameter, number) in parameters.iter().zip(numbers) {
        agent.settings.0.insert(parameter.key.clone(), parameter.value(*number));
    }
    agent
}

#[cfg(test)]
mod tests {
    use ergo_agents::roster::Roster;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::options::Settings;

    use super::*;

    fn parameter(kind: &str, text: &str) -> Result<Parameter, ParameterError> {
        let kinds: Vec<AgentKind> = Ergo::registry().kinds().cloned().collect();
        let agent = AgentSpec::validate(kinds.iter(), kind, &Settings::default()).unwrap();
        Parameter::parse(&kinds, &agent, text)
    }

    #[test]
    fn parameter_number_is_mirrored_into_range() {
        let parameter = parameter("greedy", "hope=0.1..0.5").unwrap();
        assert_eq!((parameter.start, parameter.step), (0.3, 0.1));
        for (point, number) in [(0.0, 0.3), (1.0, 0.4), (2.0, 0.5), (3.0, 0.4), (-2.0, 0.1), (-3.0, 0.2), (5.0, 0.2)] {
            assert!((parameter.number(point) - number).abs() < 1e-12, "{point}");
        }
        for point in -1000..1000 {
            let number = parameter.number(f64::from(point) * 0.37);
            assert!((0.1..=0.5).contains(&number));
        }
    }

    #[test]
    fn parameter_whole_number_is_rounded() {
        let parameter = parameter("best-of", "drawn=1..9").unwrap();
        assert_eq!((parameter.number(0.3), parameter.value(5.0)), (5.0, Value::Int(5)));
        assert_eq!(parameter.rounded(7.0), 7.0);
    }

    #[test]
    fn parameter_rounded_keeps_three_digits() {
        let parameter = parameter("greedy", "trust").unwrap();
        assert_eq!(parameter.rounded(0.123_456), 0.123);
        assert_eq!(parameter.rounded(1.999_9), 2.0);
    }

    #[test]
    fn parameter_errors_name_the_setting() {
        for (kind, text, expected) in [
            ("greedy", "hopes", "hope"),
            ("random", "over", "a number"),
            ("greedy", "hope=0..3", "from 0 to 1"),
            ("greedy", "hope=0.5..0.9", "start 0.3"),
            ("greedy", "hope=1", "LEAST..MOST"),
            ("best-of", "drawn=1.5..9", "LEAST..MOST"),
            ("flat", "milliseconds", "not from a clock"),
        ] {
            let error = parameter(kind, text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
