//! The part of TOML in which the tables of the game are written: sections, words, whole numbers, yes and no, lists and inline
//! tables.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i64),
    Word(String),
    Truth(bool),
    List(Vec<Value>),
    Table(Table),
}

/// Keys with their values, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table(pub(super) Vec<(String, Value)>);

impl Table {
    /// The value of `key`.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of `key`, which the game cannot do without.
    pub(super) fn at(&self, key: &str) -> &Value {
        self.get(key).unwrap_or_else(|| panic!("a table of the game lacks the key \"{key}\""))
    }

    /// The table called `key`.
    pub(super) fn section(&self, key: &str) -> &Table {
        match self.at(key) {
            Value::Table(table) => table,
            other => panic!("{key}: expected a table, found {other:?}"),
        }
    }
}

impl Value {
    /// The value at the end of `path`: by keys through tables, and through lists by the first word of a row, or by its place,
    /// counted from 1.
    pub(super) fn find(&mut self, path: &[&str]) -> Option<&mut Value> {
        let [step, rest @ ..] = path else { return Some(self) };
        let next = match self {
            Value::Table(table) => table.0.iter_mut().find(|(key, _)| key == step).map(|(_, value)| value),
            Value::List(list) => {
                let named = |row: &Value| matches!(row, Value::List(row) if row.first() == Some(&Value::Word((*step).to_owned())));
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
            Value::Number(number) => *number,
            other => panic!("expected a number, found {other:?}"),
        }
    }

    /// A number that is no larger than a byte.
    pub(super) fn small(&self) -> u8 {
        u8::try_from(self.number()).expect("a number from 0 to 255")
    }

    pub(super) fn word(&self) -> &str {
        match self {
            Value::Word(word) => word,
            other => panic!("expected a word, found {other:?}"),
        }
    }

    pub(super) fn truth(&self) -> bool {
        match self {
            Value::Truth(truth) => *truth,
            other => panic!("expected true or false, found {other:?}"),
        }
    }

    pub(super) fn list(&self) -> &[Value] {
        match self {
            Value::List(list) => list,
            other => panic!("expected a list, found {other:?}"),
        }
    }

    pub(super) fn words(&self) -> Vec<&str> {
        self.list().iter().map(Value::word).collect()
    }
}

/// Reads a file of the game. Panics with what is wrong: the files are part of the program, and a test reads them all.
pub(super) fn read(text: &str) -> Table {
    let mut reader = Reader { rest: text };
    let mut whole = Table::default();
    let mut section: Option<String> = None;
    loop {
        reader.skip();
        if reader.rest.is_empty() {
            return whole;
        }
        if reader.takes('[') {
            let name = reader.key();
            reader.needs(']');
            whole.0.push((name.clone(), Value::Table(Table::default())));
            section = Some(name);
            continue;
        }
        let pair = reader.pair();
        match (&section, whole.0.last_mut()) {
            (Some(_), Some((_, Value::Table(table)))) => table.0.push(pair),
            _ => whole.0.push(pair),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Passes over blanks, ends of lines and comments.
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

    /// The longest beginning of which every sign fits.
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

    fn pair(&mut self) -> (String, Value) {
        let key = self.key();
        self.needs('=');
        (key, self.value())
    }

    fn value(&mut self) -> Value {
        if self.takes('"') {
            let (word, rest) = self.rest.split_once('"').expect("a word ends with a quote");
            let word = word.to_owned();
            self.rest = rest;
            return Value::Word(word);
        }
        if self.takes('[') {
            let mut list = Vec::new();
            while !self.takes(']') {
                list.push(self.value());
                self.takes(',');
            }
            return Value::List(list);
        }
        if self.takes('{') {
            let mut table = Table::default();
            while !self.takes('}') {
                table.0.push(self.pair());
                self.takes(',');
            }
            return Value::Table(table);
        }
        match self.take_while(|sign| sign.is_ascii_alphanumeric() || sign == '-').as_str() {
            "true" => Value::Truth(true),
            "false" => Value::Truth(false),
            number => Value::Number(number.parse().unwrap_or_else(|_| panic!("\"{number}\" is no value"))),
        }
    }
}
