//! Pages that end with their own digest, so that the program recognises and replaces only pages that it wrote.

use crate::storage::digest;

/// The end of the closing comment.
const END: &str = " -->\n";

/// Returns the start of the closing comment of a page by `ergo VERB`, which precedes the digest.
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
