//! A parser for the subset of TOML in which the tables are written: sections, words, integers, Booleans, lists and
//! inline tables.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TomlValue {
    Number(i64),
    Word(String),
    Truth(bool),
    List(Vec<TomlValue>),
    TomlTable(TomlTable),
}

/// Keys with their values, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TomlTable(pub(super) Vec<(String, TomlValue)>);

impl TomlTable {
    /// Returns the value of `key`, if present.
    pub(super) fn get(&self, key: &str) -> Option<&TomlValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Returns the value of `key`, which must be present.
    pub(super) fn required(&self, key: &str) -> &TomlValue {
        self.get(key).unwrap_or_else(|| panic!("a table of the game lacks the key \"{key}\""))
    }

    /// Returns the table named `key`.
    pub(super) fn section(&self, key: &str) -> &TomlTable {
        match self.required(key) {
            TomlValue::TomlTable(table) => table,
            other => panic!("{key}: expected a table, found {other:?}"),
        }
    }
}

impl TomlValue {
    /// Returns the value at the end of `path`: by keys in tables, and in lists by the first word of a row or by its
    /// 1-based position.
    pub(super) fn find(&mut self, path: &[&str]) -> Option<&mut TomlValue> {
        let [step, rest @ ..] = path else { return Some(self) };
        let next = match self {
            TomlValue::TomlTable(table) => table.0.iter_mut().find(|(key, _)| key == step).map(|(_, value)| value),
            TomlValue::List(list) => {
                let named = |row: &TomlValue| matches!(row, TomlValue::List(row) if row.first() == Some(&TomlValue::Word((*step).to_owned())));
                let place = match step.parse::<usize>() {
                    Ok(place) => place.checked_sub(1)?,
                    Err(_) => list.iter().position(named)?,
                };
                list.get_mut(place)
            }
            _ => None,
        };
        next?.find(rest)
    }

    pub(super) fn number(&self) -> i64 {
        match self {
            TomlValue::Number(number) => *number,
            other => panic!("expected a number, found {other:?}"),
        }
    }

    /// Returns an integer that fits into a byte.
    pub(super) fn small(&self) -> u8 {
        u8::try_from(self.number()).expect("a number from 0 to 255")
    }

    pub(super) fn word(&self) -> &str {
        match self {
            TomlValue::Word(word) => word,
            other => panic!("expected a word, found {other:?}"),
        }
    }

    pub(super) fn truth(&self) -> bool {
        match self {
            TomlValue::Truth(truth) => *truth,
            other => panic!("expected true or false, found {other:?}"),
        }
    }

    pub(super) fn list(&self) -> &[TomlValue] {
        match self {
            TomlValue::List(list) => list,
            other => panic!("expected a list, found {other:?}"),
        }
    }

    pub(super) fn words(&self) -> Vec<&str> {
        self.list().iter().map(TomlValue::word).collect()
    }
}

/// Parses a file of the game. Panics on an error: the files are part of the program, and a test reads all of them.
pub(super) fn read(text: &str) -> TomlTable {
    let mut reader = Reader { rest: text };
    let mut whole = TomlTable::default();
    let mut section: Option<String> = None;
    loop {
        reader.skip();
        if reader.rest.is_empty() {
            return whole;
        }
        if reader.takes('[') {
            let name = reader.key();
            reader.needs(']');
            whole.0.push((name.clone(), TomlValue::TomlTable(TomlTable::default())));
            section = Some(name);
            continue;
        }
        let pair = reader.pair();
        match (&section, whole.0.last_mut()) {
            (Some(_), Some((_, TomlValue::TomlTable(table)))) => table.0.push(pair),
            _ => whole.0.push(pair),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Skips whitespace, line ends and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('#') {
                Some(comment) => self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
                None => return,
            }
        }
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn needs(&mut self, sign: char) {
        assert!(self.takes(sign), "expected {sign} before \"{}\"", self.rest.lines().next().unwrap_or_default());
    }

    /// Returns the longest prefix whose characters all fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        self.skip();
        let end = self.rest.find(|sign| !fits(sign)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.to_owned()
    }

    fn key(&mut self) -> String {
        let key = self.take_while(|sign| sign.is_ascii_alphanumeric() || sign == '_' || sign == '-');
        assert!(!key.is_empty(), "expected a key before \"{}\"", self.rest.lines().next().unwrap_or_default());
        key
    }

    fn pair(&mut self) -> (String, TomlValue) {
        let key = self.key();
        self.needs('=');
        (key, self.value())
    }

    fn value(&mut self) -> TomlValue {
        if self.takes('"') {
            let (word, rest) = self.rest.split_once('"').expect("a word ends with a quote");
            let word = word.to_owned();
            self.rest = rest;
            return TomlValue::Word(word);
        }
        if self.takes('[') {
            let mut list = Vec::new();
            while !self.takes(']') {
                list.push(self.value());
                self.takes(',');
            }
            return TomlValue::List(list);
        }
        if self.takes('{') {
            let mut table = TomlTable::default();
            while !self.takes('}') {
                table.0.push(self.pair());
                self.takes(',');
            }
            return TomlValue::TomlTable(table);
        }
        match self.take_while(|sign| sign.is_ascii_alphanumeric() || sign == '-').as_str() {
            "true" => TomlValue::Truth(true),
            "false" => TomlValue::Truth(false),
            number => TomlValue::Number(number.parse().unwrap_or_else(|_| panic!("\"{number}\" is not a value"))),
        }
    }
}
