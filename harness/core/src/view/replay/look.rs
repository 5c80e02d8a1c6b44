//! The common parts of match pages: style, tools, and the drawing of the game.

use serde::Serialize;

use crate::registry::arena::presentation::Drawing;

const STYLE: &str = include_str!("look.css");
const SCRIPT: &str = include_str!("look.js");

/// Fills `page` with the style, the tools, the drawing of the game and the data. On a served page, styles and scripts
/// have the `nonce`, without which a browser ignores them.
///
/// # Panics
///
/// Panics if `data` cannot be serialised as JSON.
pub fn render_page(page: &str, drawing: &Drawing, data: &impl Serialize, nonce: Option<&str>) -> String {
    let nonce = nonce.map_or_else(String::new, |nonce| format!(" nonce=\"{nonce}\""));
    let json = serde_json::to_string(data).expect("texts and numbers are JSON");
    // Insert the data last, so that its content is not replaced; `<` is escaped, so that it cannot end its element.
    let page = page.replace("/*NONCE*/", &nonce).replacen("/*LOOK*/", STYLE, 1).replacen("/*STYLE*/", drawing.style, 1);
    let page = page.replacen("/*SHARED*/", SCRIPT, 1).replacen("/*DRAWN*/", drawing.script, 1);
    page.replacen("/*DATA*/", &json.replace('<', "\\u003c"), 1)
}
