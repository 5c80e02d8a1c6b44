//! A numeric setting as a direction to search in.

use ergo_agents::spec::{AgentKind, AgentSpec, MILLISECONDS};
use ergo_engine::options::{OptionError, OptionSpec, Range, Value};

/// A setting to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its key.
    pub key: String,
    /// Its smallest value.
    pub least: f64,
    /// Its largest value.
    pub most: f64,
    /// Whether it is an integer.
    pub whole: bool,
    /// Its first value.
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
    #[error("{key}: expected a setting that is a number, this one is {range}")]
    NoNumber { key: String, range: String },
    #[error("{text}: expected KEY or KEY=LEAST..MOST within {range}, the start {start} between them")]
    Range { text: String, range: String, start: f64 },
    #[error("{key}: expected another setting, what is found must follow from the seed, not from a clock")]
    Clock { key: String },
    #[error("{0}: named twice, expected every key once")]
    Twice(String),
}

impl Parameter {
    /// The setting of `agent` that `text` names: `key`, or `key=least..most` to search only there.
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

    /// All settings of a comma-separated list.
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

    /// The number at `point` of the search, in first steps from the start. What lies beyond an end of the range is
    /// mirrored there, so that the search meets no wall to lean on.
    pub(crate) fn number(&self, point: f64) -> f64 {
        let range = self.most - self.least;
        let off = libm::fmod(libm::fabs(self.start + point * self.step - self.least), 2.0 * range);
        let inside = self.least + if off > range { 2.0 * range - off } else { off };
        let number = inside.max(self.least).min(self.most);
        if self.whole { libm::rint(number) } else { number }
    }

    /// `number`, which is in range, as a value of the setting.
    pub(crate) fn value(&self, number: f64) -> Value {
        if self.whole { Value::Int(libm::rint(number) as i64) } else { Value::Real(number) }
    }

    /// `number` to three digits, if that is still in range: what people are asked to copy need not be longer.
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

/// `agent` with its `parameters` set to `numbers`.
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
    fn numbers_stay_in_range_and_mirror_at_its_ends() {
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
    fn whole_numbers_stay_whole() {
        let parameter = parameter("best-of", "drawn=1..9").unwrap();
        assert_eq!((parameter.number(0.3), parameter.value(5.0)), (5.0, Value::Int(5)));
        assert_eq!(parameter.rounded(7.0), 7.0);
    }

    #[test]
    fn three_digits_are_kept() {
        let parameter = parameter("greedy", "trust").unwrap();
        assert_eq!(parameter.rounded(0.123_456), 0.123);
        assert_eq!(parameter.rounded(1.999_9), 2.0);
    }

    #[test]
    fn bad_knobs_are_named() {
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
