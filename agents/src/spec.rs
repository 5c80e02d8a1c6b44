//! The kinds of agents, and an agent as written in an experiment: a kind and its settings.

use ergo_engine::options::{OptionError, OptionSpec, Settings, Value, nearest, unknown};

/// The name of the setting that limits the time of a decision by a clock.
pub const MILLISECONDS: &str = "milliseconds";
/// The setting of a program that says whether it answers the same again.
pub const REPEATABLE: &str = "repeatable";

/// One kind of agent, as listed by `ergo agents`.
#[derive(Clone, Debug)]
pub struct AgentKind {
    /// Its name in an experiment: `agent = { kind = "..." }`.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Every setting of this kind.
    pub options: Vec<OptionSpec>,
}

/// An agent: a kind and a valid value for each of its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// The name of the kind.
    pub kind: &'static str,
    /// Every setting of the kind with its value.
    pub settings: Settings,
}

impl AgentSpec {
    /// Validates a kind's name and the settings `given` against `kinds`, and fills in the defaults.
    ///
    /// # Errors
    ///
    /// Returns an error if the kind or a setting is unknown, or if a value is out of range.
    pub fn validate<'k>(
        kinds: impl Iterator<Item = &'k AgentKind> + Clone,
        name: &str,
        given: &Settings,
    ) -> Result<Self, OptionError> {
        let Some(kind) = kinds.clone().find(|kind| kind.name == name) else {
            let names = kinds.map(|kind| kind.name);
            let message = unknown("kind of agent", name, names.clone());
            let nearest = nearest(name, names).unwrap_or_default();
            return Err(OptionError::UnknownKind { message, kind: name.to_owned(), nearest });
        };
        Ok(AgentSpec { kind: kind.name, settings: given.checked(&kind.options)? })
    }

    /// Returns the time limit of each decision in milliseconds, or `None` if the agent does not use a clock. With a
    /// clock, choices are not determined by the seed.
    pub fn milliseconds(&self) -> Option<u64> {
        milliseconds(&self.settings)
    }

    /// Returns why its choices cannot be repeated from its seed, in words that follow its name; `None` if they can.
    pub fn unrepeatable(&self) -> Option<&'static str> {
        if self.milliseconds().is_some() {
            return Some("searches by wall clock");
        }
        (self.settings.0.get(REPEATABLE) == Some(&Value::Bool(false))).then_some("has the setting repeatable = false")
    }
}

/// Settings as written: keys and values.
pub type WrittenSettings<'t> = Vec<(&'t str, &'t str)>;

/// Splits an agent `KIND` or `KIND:KEY=VALUE,KEY=VALUE` into the kind and the settings, as written on a command line. A
/// comma in quotes belongs to its value; values keep their quotes.
///
/// # Errors
///
/// Returns what is wrong if a setting has no `=`, a key is set twice, or a quote is not closed.
///
/// # Examples
///
/// ```
/// let (kind, settings) = ergo_agents::spec::split_settings("process:command=\"./bot --depth=1,2\",reuse=true").unwrap();
/// assert_eq!(kind, "process");
/// assert_eq!(settings, [("command", "\"./bot --depth=1,2\""), ("reuse", "true")]);
/// ```
pub fn split_settings(text: &str) -> Result<(&str, WrittenSettings<'_>), String> {
    let (kind, settings) = text.split_once(':').unwrap_or((text, ""));
    let mut given = WrittenSettings::new();
    for setting in split_commas(settings)?.into_iter().filter(|setting| !setting.is_empty()) {
        let Some((key, value)) = setting.split_once('=') else {
            return Err(format!(
                "\"{setting}\" is no KEY=VALUE, expected KIND or KIND:KEY=VALUE,KEY=VALUE with quotes around a value that contains a comma"
            ));
        };
        if key == "kind" || given.iter().any(|(other, _)| *other == key) {
            return Err(format!("{key} is set twice, expected every key once"));
        }
        given.push((key, value));
    }
    Ok((kind, given))
}

/// Splits a list of agents at its commas outside quotes. A part `key=value` belongs to the agent before it.
///
/// # Errors
///
/// Returns what is wrong if a quote is not closed.
pub fn split_agents(text: &str) -> Result<Vec<String>, String> {
    let mut listed: Vec<String> = Vec::new();
    for part in split_commas(text)? {
        let key = part.split_once('=').map(|(key, _)| key);
        match listed.last_mut().filter(|_| key.is_some_and(|key| !key.contains(':'))) {
            Some(agent) => *agent = format!("{agent},{part}"),
            None => listed.push(part.to_owned()),
        }
    }
    Ok(listed)
}

/// Returns the name of an agent for readers: its setting `name`, or the whole text.
pub fn display_name(text: &str) -> &str {
    let given = split_settings(text).map(|(_, given)| given).unwrap_or_default();
    let name = given.into_iter().find(|(key, _)| *key == "name");
    name.map_or(text, |(_, name)| name.trim_matches(['"', '\'']))
}

/// Splits `text` at its commas outside `"…"` and `'…'`. In double quotes a backslash escapes the next character.
///
/// # Errors
///
/// Returns what is wrong if a quote is not closed.
fn split_commas(text: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut start, mut quote, mut is_escaped) = (Vec::new(), 0, None, false);
    for (at, letter) in text.char_indices() {
        match (letter, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', Some('"')) => is_escaped = true,
            (_, Some(mark)) if letter == mark => quote = None,
            ('"' | '\'', None) => quote = Some(letter),
            (',', None) => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if let Some(mark) = quote {
        return Err(format!("the quote {mark} is not closed, expected quotes in pairs"));
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// Returns the time limit of each decision in milliseconds, or `None` if `settings` do not ask for a clock. The
/// settings need not be validated.
pub fn milliseconds(settings: &Settings) -> Option<u64> {
    match settings.0.get(MILLISECONDS) {
        Some(&Value::Int(time)) if time > 0 => Some(time as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_settings_keeps_commas_in_quotes() {
        let text = r#"process:command=sh -c "echo 'a,b\", c'",name='x, y',results=true"#;
        let expected = [("command", r#"sh -c "echo 'a,b\", c'""#), ("name", "'x, y'"), ("results", "true")];
        assert_eq!(split_settings(text), Ok(("process", expected.to_vec())));
        assert_eq!(split_settings("greedy"), Ok(("greedy", vec![])));
        let listed = "process:command=\"a,b\",reuse=true,greedy:name=\"old\",blunder=0.1,random";
        let agents = split_agents(listed).unwrap();
        assert_eq!(agents, ["process:command=\"a,b\",reuse=true", "greedy:name=\"old\",blunder=0.1", "random"]);
        assert_eq!([1, 2].map(|i| display_name(&agents[i])), ["old", "random"]);
        for (text, wrong) in [
            ("process:command=\"a,reuse=true", "the quote \" is not closed"),
            ("process:command=it's", "the quote ' is not closed"),
            ("process:command=a --weights=1,2", "\"2\" is no KEY=VALUE"),
            ("td:x=1,x=2", "x is set twice"),
        ] {
            assert!(split_settings(text).unwrap_err().contains(wrong), "{text}");
        }
    }
}
