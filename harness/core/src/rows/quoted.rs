//! Values and lines in CSV.

use std::io::Write;

use ergo_engine::field::Field;

/// Writes a line of CSV.
pub(crate) struct CsvLine<'a>(&'a mut Vec<u8>);

impl<'a> CsvLine<'a> {
    /// Begins a line at the end of `out`.
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        CsvLine(out)
    }

    /// Adds a value, in quotes if CSV needs them.
    pub(crate) fn value<'v>(&mut self, value: impl Into<Field<'v>>) {
        push(self.0, value);
    }

    /// Adds a comma and a value.
    pub(crate) fn field<'v>(&mut self, value: impl Into<Field<'v>>) {
        self.0.push(b',');
        push(self.0, value);
    }

    /// Ends the line.
    pub(crate) fn end(self) {
        self.0.push(b'\n');
    }
}

/// Appends a value to `out`, in quotes if CSV needs them (RFC 4180).
pub(crate) fn push<'v>(out: &mut Vec<u8>, value: impl Into<Field<'v>>) {
    match value.into() {
        Field::Whole(number) => whole(out, number),
        Field::Text(text) => quote(out, text.as_bytes()),
        Field::Other(shown) => {
            let start = out.len();
            write!(out, "{shown}").expect("a Vec takes every byte");
            if out[start..].iter().any(|byte| needs_quotes(*byte)) {
                let text = out.split_off(start);
                quote(out, &text);
            }
        }
    }
}

/// Appends a whole number. Most have one digit, and the formatting machinery takes several times as long.
pub(crate) fn whole(out: &mut Vec<u8>, number: i64) {
    if let 0..=9 = number {
        return out.push(b'0' + number as u8);
    }
    let (mut digits, mut at, mut left) = ([0; 20], 20, number.unsigned_abs());
    while left > 0 {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    if number < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a text.
pub(super) fn quote(out: &mut Vec<u8>, text: &[u8]) {
    if !text.iter().any(|byte| needs_quotes(*byte)) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for byte in text {
        out.extend_from_slice(if *byte == b'"' { b"\"\"" } else { std::slice::from_ref(byte) });
    }
    out.push(b'"');
}

const fn needs_quotes(byte: u8) -> bool {
    // Digits and letters are above the comma.
    byte <= b',' && matches!(byte, b',' | b'"' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_values_are_quoted_only_if_needed() {
        let mut out = b"before\n".to_vec();
        let mut line = CsvLine::new(&mut out);
        line.value(0);
        for value in [1.into(), "".into(), "a,b".into(), Field::Other(&-2.5), "say \"c\"".into(), Field::Other(&'"')] {
            line.field(value);
        }
        line.end();
        assert_eq!(String::from_utf8(out).unwrap(), "before\n0,1,,\"a,b\",-2.5,\"say \"\"c\"\"\",\"\"\"\"\n");
    }

    #[test]
    fn whole_matches_display() {
        for number in [0, 9, 10, -1, -10, 1_234_567, i64::MAX, i64::MIN] {
            let mut out = Vec::new();
            whole(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
        }
    }
}
