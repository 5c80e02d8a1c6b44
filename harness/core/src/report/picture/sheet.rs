//! A picture as a file of its own: colours that are fixed, letters that are named, its panels and its legend in one drawing.

use std::fmt::Write;

use super::svg::{Svg, inline};
use crate::report::words::escape;

/// The colours of the page's variables on paper.
const COLOURS: [(&str, &str); 11] = [
    ("var(--ink)", "#1b1f24"),
    ("var(--soft)", "#5b6570"),
    ("var(--grid)", "#e6e9ec"),
    ("var(--c0)", "#0072b2"),
    ("var(--c1)", "#d55e00"),
    ("var(--c2)", "#009e73"),
    ("var(--c3)", "#e69f00"),
    ("var(--c4)", "#cc79a7"),
    ("var(--c5)", "#56b4e9"),
    ("var(--c6)", "#b8a900"),
    ("var(--c7)", "#666666"),
];
/// Letters that every system has or replaces.
const FONT: &str = "Helvetica, Arial, Liberation Sans, sans-serif";
/// Height of a line of the legend.
const LINE: f64 = 18.0;

/// `panels` side by side, with a legend of `colours` below.
pub(super) fn sheet(panels: &[Svg], shows: &str, colours: &[(usize, String)]) -> String {
    let width: f64 = panels.iter().map(|panel| panel.width).sum();
    let top = panels.iter().map(|panel| panel.height).fold(0.0, f64::max);
    let height = top + LINE * colours.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FONT}\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escape(shows)
    );
    let mut left = 0.0;
    for panel in panels {
        let at = format!(" x=\"{left}\" y=\"0\" width=\"{}\" height=\"{}\"", panel.width, panel.height);
        text += &inline(panel, &at);
        text.push('\n');
        left += panel.width;
    }
    for (line, (colour, name)) in colours.iter().enumerate() {
        let y = top + LINE * line as f64;
        let (swatch, name) = (colour % 8, escape(name));
        writeln!(
            text,
            "<rect x=\"12\" y=\"{}\" width=\"10\" height=\"10\" fill=\"var(--c{swatch})\"/><text x=\"28\" y=\"{}\" \
             font-size=\"13\" fill=\"var(--ink)\">{name}</text>",
            y + 2.0,
            y + 11.0
        )
        .expect("a String takes every text");
    }
    let text = COLOURS.iter().fold(text, |text, (variable, colour)| text.replace(variable, colour));
    text.replace("font-family=\"inherit\"", &format!("font-family=\"{FONT}\"")) + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_its_own_names_its_colours_and_letters() {
        let inside = "<text font-family=\"inherit\" fill=\"var(--c1)\">x</text>".to_owned();
        let panel = || Svg { width: 100.0, height: 50.0, inside: inside.clone() };
        let text = sheet(&[panel(), panel()], "a < b", &[(0, "one".to_owned()), (9, "other".to_owned())]);
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"86\""), "{text}");
        assert!(!text.contains("var(") && !text.contains("inherit"), "{text}");
        assert!(text.contains("<title>a &lt; b</title>") && text.contains("x=\"100\""), "{text}");
        // The tenth colour is the second again.
        assert!(text.contains("#d55e00\"/><text") && text.ends_with("</svg>\n"), "{text}");
    }
}
