//! Values as CSV takes them.

use std::fmt::Display;
use std::io::Write;

/// A value, in quotes if CSV needs them (RFC 4180).
pub(crate) fn push<T: Display + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let start = out.len();
    write!(out, "{value}").expect("a Vec takes every byte");
    if out[start..].iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        let plain = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        write!(out, "\"{plain}\"").expect("a Vec takes every byte");
    }
}
