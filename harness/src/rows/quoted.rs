//! Values as CSV takes them, and lines of them.

use std::fmt::{Display, Write};

/// Bytes that gather before a vector takes them: most values are of one or two, and a row has many.
const ROOM: usize = 512;

/// A line of CSV in the making. What is written is in the vector once the line is [ended](Line::end).
pub(crate) struct Line<'a> {
    out: &'a mut Vec<u8>,
    /// How many bytes `out` holds.
    before: usize,
    room: [u8; ROOM],
    used: usize,
    /// Whether the value being written needs quotes.
    special: bool,
}

impl<'a> Line<'a> {
    /// What is written goes to the end of `out`.
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        let before = out.len();
        Line { out, before, room: [0; ROOM], used: 0, special: false }
    }

    /// Adds bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if bytes.len() > ROOM - self.used {
            self.flush();
        }
        if bytes.len() > ROOM {
            self.special |= bytes.iter().any(|&byte| needs_quotes(byte));
            self.out.extend_from_slice(bytes);
            self.before += bytes.len();
            return;
        }
        // By hand, as calls cost more than the few bytes.
        let mut at = 0;
        while at < bytes.len() {
            self.special |= needs_quotes(bytes[at]);
            self.room[self.used + at] = bytes[at];
            at += 1;
        }
        self.used += at;
    }

    /// Adds a value, in quotes if CSV needs them (RFC 4180).
    pub(crate) fn value<T: Display + ?Sized>(&mut self, value: &T) {
        let start = self.before + self.used;
        self.special = false;
        let Ok(()) = write!(self, "{value}") else { panic!("a value cannot be shown") };
        if self.special {
            self.flush();
            let text = String::from_utf8_lossy(&self.out[start..]).replace('"', "\"\"");
            self.out.truncate(start);
            self.out.push(b'"');
            self.out.extend_from_slice(text.as_bytes());
            self.out.push(b'"');
            self.before = self.out.len();
        }
    }

    /// Adds a comma and a value.
    pub(crate) fn field<T: Display + ?Sized>(&mut self, value: &T) {
        if self.used == ROOM {
            self.flush();
        }
        self.room[self.used] = b',';
        self.used += 1;
        self.value(value);
    }

    /// Ends the line.
    pub(crate) fn end(mut self) {
        self.bytes(b"\n");
        self.flush();
    }

    fn flush(&mut self) {
        self.out.extend_from_slice(&self.room[..self.used]);
        self.before += self.used;
        self.used = 0;
    }
}

impl Write for Line<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

const fn needs_quotes(byte: u8) -> bool {
    // Digits and letters lie above the comma.
    byte <= b',' && matches!(byte, b',' | b'"' | b'\n' | b'\r')
}

/// Adds one value to `out`, in quotes if CSV needs them.
pub(crate) fn push<T: Display + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let mut line = Line::new(out);
    line.value(value);
    line.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of these values.
    fn line(values: &[&dyn Display]) -> String {
        let mut out = b"before\n".to_vec();
        let mut line = Line::new(&mut out);
        line.bytes(b"0");
        values.iter().for_each(|value| line.field(value));
        line.end();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_stand_between_commas_and_only_those_that_need_it_in_quotes() {
        assert_eq!(
            line(&[&1, &"", &"a,b", &-2.5, &"say \"c\"", &'d']),
            "before\n0,1,,\"a,b\",-2.5,\"say \"\"c\"\"\",d\n"
        );
    }

    #[test]
    fn values_longer_than_the_room_and_lines_of_many_are_whole() {
        let (long, special) = ("x".repeat(ROOM + 1), format!("{},", "y".repeat(ROOM)));
        let many = "z".repeat(ROOM - 3);
        let said = line(&[&many, &long, &1, &special, &many, &2]);
        assert_eq!(said, format!("before\n0,{many},{long},1,\"{special}\",{many},2\n"));
    }

    #[test]
    fn a_value_that_begins_before_the_room_is_emptied_is_quoted_whole() {
        let filled = "z".repeat(ROOM - 6);
        struct Pieces;
        impl Display for Pieces {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("ab")?;
                f.write_str("cdef")?;
                f.write_str(",g")
            }
        }
        assert_eq!(line(&[&filled, &Pieces, &3]), format!("before\n0,{filled},\"abcdef,g\",3\n"));
    }
}
