//! The common parts of the play page and the replay page: style, tools, and the drawing of the game.

use serde::Serialize;

use crate::registry::arena::presentation::Drawing;

const STYLE: &str = include_str!("look.css");
const SCRIPT: &str = include_str!("look.js");

/// Fills a page with the common style and tools, the drawing of its game, and its data. On a served page, style and scripts carry the
/// `nonce` that its security policy demands.
///
/// # Panics
///
/// Panics if `data` cannot be written as JSON.
pub fn render_page(page: &str, drawing: &Drawing, data: &impl Serialize, nonce: Option<&str>) -> String {
    let nonce = nonce.map_or_else(String::new, |nonce| format!(" nonce=\"{nonce}\""));
    let json = serde_json::to_string(data).expect("texts and numbers are JSON");
    // The data come last, so that nothing in them is replaced; `<` is escaped, so that they cannot end their element.
    let page = page.replace("/*NONCE*/", &nonce).replacen("/*LOOK*/", STYLE, 1).replacen("/*STYLE*/", drawing.style, 1);
    let page = page.replacen("/*SHARED*/", SCRIPT, 1).replacen("/*DRAWN*/", drawing.script, 1);
    page.replacen("/*DATA*/", &json.replace('<', "\\u003c"), 1)
}
