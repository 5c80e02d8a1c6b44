//! The common parts of the pages of matches, played ones and replayed ones: their style, their tools, and how a game draws itself.

use serde::Serialize;

use crate::registry::arena::presentation::Drawing;

const STYLE: &str = include_str!("look.css");
const SCRIPT: &str = include_str!("look.js");

/// `page` with style and tools, what its game draws itself by, and its data. Where a page is served, style and scripts carry the
/// `nonce` without which a browser ignores them.
pub fn render_page(page: &str, drawing: &Drawing, data: &impl Serialize, nonce: Option<&str>) -> String {
    let nonce = nonce.map_or_else(String::new, |nonce| format!(" nonce=\"{nonce}\""));
    let json = serde_json::to_string(data).expect("texts and numbers are JSON");
    // The data last: nothing in it is replaced, and nothing in it ends the element that it stands in.
    let page = page.replace("/*NONCE*/", &nonce).replacen("/*LOOK*/", STYLE, 1).replacen("/*STYLE*/", drawing.style, 1);
    let page = page.replacen("/*SHARED*/", SCRIPT, 1).replacen("/*DRAWN*/", drawing.script, 1);
    page.replacen("/*DATA*/", &json.replace('<', "\\u003c"), 1)
}
