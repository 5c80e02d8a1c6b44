//! Pages that end with a digest of themselves, so that the program recognizes and replaces only pages that it wrote.

use crate::storage::digest;

/// The end of the comment that closes a page.
const END: &str = " -->\n";

/// Returns the start of the comment that closes a page of `ergo VERB`; the digest of the page before it follows.
fn begin(verb: &str) -> String {
    format!("<!-- written by ergo {verb}, sum ")
}

/// Returns a page of `ergo VERB` with its digest in a comment at the end.
pub fn sign(verb: &str, page: &str) -> String {
    format!("{page}{}{}{END}", begin(verb), digest::of_text(page))
}

/// Returns true if `text` is a page of `ergo VERB` and unchanged.
pub fn is_signed(verb: &str, text: &str) -> bool {
    let (page, sum) = text.rsplit_once(&begin(verb)).unwrap_or_default();
    sum.strip_suffix(END).is_some_and(|sum| sum == digest::of_text(page))
}
