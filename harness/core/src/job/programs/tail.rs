//! The last bytes of a text of any length.

/// Keeps the last [`Tail::MOST`] bytes of its input.
#[derive(Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    dropped: u64,
}

impl Tail {
    /// The number of bytes kept.
    pub(super) const MOST: usize = 16 << 10;

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * Tail::MOST {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let excess = self.bytes.len().saturating_sub(Tail::MOST);
        self.bytes.drain(..excess);
        self.dropped += excess as u64;
    }

    /// Returns the kept bytes, preceded by a note if bytes were dropped.
    pub(super) fn text(&mut self) -> Vec<u8> {
        self.cut();
        let mut text = Vec::new();
        if self.dropped > 0 {
            text.extend_from_slice(format!("[{} bytes left out]\n", self.dropped).as_bytes());
        }
        text.extend_from_slice(&self.bytes);
        if text.last().is_some_and(|last| *last != b'\n') {
            text.push(b'\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tail_keeps_the_end() {
        let mut tail = Tail::default();
        tail.push(b"short");
        assert_eq!(tail.text(), b"short\n");
        for _ in 0..100 {
            tail.push(&[b'x'; 1 << 10]);
        }
        tail.push(b"the end\n");
        let text = String::from_utf8(tail.text()).unwrap();
        let left_out = 5 + (100 << 10) + 8 - Tail::MOST;
        assert!(
            text.starts_with(&format!("[{left_out} bytes left out]\nxxx")) && text.ends_with("xthe end\n"),
            "{}",
            &text[..40]
        );
        assert_eq!(text.lines().nth(1).unwrap().len() + 1, Tail::MOST);
        assert!(tail.bytes.capacity() <= 8 * Tail::MOST);
    }
}
