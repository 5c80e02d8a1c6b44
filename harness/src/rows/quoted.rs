//! Values as CSV takes them.

use std::fmt::{Display, Write};

/// Bytes that a value is written to, and whether CSV needs it quoted.
struct Plain<'a> {
    out: &'a mut Vec<u8>,
    special: bool,
}

impl Write for Plain<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            self.special |= byte == b',' || byte == b'"' || byte == b'\n' || byte == b'\r';
            at += 1;
        }
        self.out.extend_from_slice(bytes);
        Ok(())
    }
}

/// A value, in quotes if CSV needs them (RFC 4180).
pub(crate) fn push<T: Display + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let start = out.len();
    let mut plain = Plain { out, special: false };
    write!(plain, "{value}").expect("a Vec takes every byte");
    if plain.special {
        let text = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    }
}
