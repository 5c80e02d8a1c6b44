//! A drawing as SVG, in the colours of the page.

use kuva::backend::svg::SvgBackend;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use kuva::render::theme::Theme;

/// Size of letters.
pub(super) const LETTERS: u32 = 13;

/// A colour of the page by its number.
pub(super) fn colour(number: usize) -> String {
    format!("var(--c{})", number % 8)
}

/// A drawn panel: its size and what is inside.
pub(super) struct Svg {
    /// In pixels.
    pub width: f64,
    /// In pixels.
    pub height: f64,
    /// All between its tags.
    pub inside: String,
}

/// Draws `plots` in the manner of the page, as wide and high as is said, by a layout that `shape` completes.
pub(super) fn sized(plots: Vec<Plot>, [width, height]: [f64; 2], shape: impl FnOnce(Layout) -> Layout) -> Svg {
    let theme = Theme {
        background: "none".to_owned(),
        axis_color: "var(--soft)".to_owned(),
        grid_color: "var(--grid)".to_owned(),
        tick_color: "var(--soft)".to_owned(),
        text_color: "var(--ink)".to_owned(),
        font_family: Some("inherit".to_owned()),
        ..Theme::light()
    };
    let layout = Layout::auto_from_plots(&plots).with_width(width).with_height(height).with_theme(theme);
    let layout = layout
        .with_tick_size(LETTERS)
        .with_label_size(LETTERS)
        .with_body_size(LETTERS)
        .with_tick_format(TickFormat::Auto);
    stripped(&SvgBackend::new().render_scene(&render_multiple(plots, shape(layout))))
}

/// The contents of a drawing, without names of addresses.
fn stripped(svg: &str) -> Svg {
    let (open, rest) = svg.split_once('>').unwrap_or(("<svg", svg));
    let number = |name: &str| {
        let (_, after) = open.split_once(&format!(" {name}=\""))?;
        after.split('"').next()?.parse().ok()
    };
    // Who made it, and clips that are numbered as the process goes on; nothing lies outside its axes.
    let inside = [("<!--", "-->"), ("<defs>", "</defs>"), (" clip-path=\"", "\"")]
        .iter()
        .fold(rest.to_owned(), |rest, (from, to)| without(&rest, from, to));
    let inside = inside.trim_end().trim_end_matches("</svg>").to_owned();
    Svg { width: number("width").unwrap_or_default(), height: number("height").unwrap_or_default(), inside }
}

/// A panel as a part of a page or of another drawing, at the place that `at` says: it takes the width it is given.
pub(super) fn inline(svg: &Svg, at: &str) -> String {
    let Svg { width, height, inside } = svg;
    format!("<svg{at} viewBox=\"0 0 {width} {height}\" fill=\"var(--ink)\" aria-hidden=\"true\">{inside}</svg>")
}

/// `text` without all that stands from `from` to the next `to`.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut parts = text.split(from);
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        left.push_str(part.split_once(to).map_or("", |(_, after)| after));
    }
    left
}

/// A step of 1, 2 or 5 times a power of ten that leads to `end` in eight or fewer.
pub(super) fn step(end: f64) -> f64 {
    let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)));
    steps.into_iter().find(|step| end / step <= 8.0).unwrap_or(1.0)
}
