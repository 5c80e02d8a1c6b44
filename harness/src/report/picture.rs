//! Pictures as inline SVG. The only place that knows the plotting crate; a program built without the feature `pictures` has
//! reports without them.
//!
//! Colours are variables of the page (`--c0` …), so that a picture follows it from light to dark.

use kuva::backend::svg::SvgBackend;
use kuva::plot::scatter::ScatterPlot;
use kuva::plot::{BarPlot, ForestPlot, Histogram, LinePlot};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use kuva::render::theme::Theme;

use super::drawing::{Dot, Drawing, Line};

/// Width of every picture, in the pixels of a desktop; a phone shows it a little smaller.
const WIDTH: f64 = 460.0;
/// Height of what surrounds the rows of a picture made of rows.
const FRAME: f64 = 64.0;
/// Height of a row, and of one of many.
const ROW: [f64; 2] = [24.0, 19.0];
/// From so many rows on they stand closer.
const MANY_ROWS: usize = 16;
/// The most characters of a label.
const LABEL: usize = 33;
/// Size of letters.
const LETTERS: u32 = 13;

/// The picture of `drawing`, as a part of a page.
pub(super) fn draw(drawing: &Drawing) -> String {
    match drawing {
        Drawing::Dots { dots, axis, reference } => draw_dots(dots, axis, *reference),
        Drawing::Stacked { rows, axis } => draw_stacked(rows, axis),
        Drawing::Histogram { edges, counts, axes: [across, up] } => draw_histogram(edges, counts, across, up),
        Drawing::Lines { lines, axes: [across, up] } => draw_lines(lines, across, up),
        Drawing::Against { points, axes: [across, up] } => draw_against(points, across, up),
    }
}

fn draw_dots(dots: &[Dot], axis: &str, reference: Option<f64>) -> String {
    let mut plot = ForestPlot::new().with_marker_size(4.5).with_whisker_width(2.0).with_cap_size(3.0);
    plot = plot.with_null_value(reference.unwrap_or_default()).with_show_null_line(reference.is_some());
    for dot in dots {
        plot = plot.with_colored_row(short(&dot.label), dot.value, dot.low, dot.high, colour(dot.colour));
    }
    scene(vec![Plot::Forest(plot)], height(dots.len()), |layout| layout.with_x_label(axis))
}

fn draw_stacked(rows: &[(String, Vec<f64>)], axis: &str) -> String {
    let mut plot = BarPlot::new().with_stacked().with_horizontal(true).with_width(0.72);
    for (label, parts) in rows.iter().rev() {
        plot = plot.with_group(short(label), parts.iter().enumerate().map(|(i, part)| (*part, colour(i))));
    }
    scene(vec![Plot::Bar(plot)], height(rows.len()), |layout| {
        layout.with_x_label(axis).with_x_axis_min(0.0).with_x_axis_max(100.0).with_x_tick_step(25.0)
    })
}

fn draw_histogram(edges: &[f64], counts: &[f64], across: &str, up: &str) -> String {
    let end = edges.last().copied().unwrap_or(1.0);
    let step = step(end);
    let end = (end / step).ceil() * step;
    let plot = Histogram::from_bins(edges.to_vec(), counts.to_vec()).with_color(colour(0));
    scene(vec![Plot::Histogram(plot)], 240.0, |layout| {
        let layout = layout.with_x_label(across).with_y_label(up);
        layout.with_x_axis_min(0.0).with_x_axis_max(end).with_x_tick_step(step)
    })
}

fn draw_lines(lines: &[Line], across: &str, up: &str) -> String {
    let line = |line: &Line| Plot::Line(LinePlot::new().with_data(line.points.clone()).with_color(colour(line.colour)));
    let end = lines.iter().flat_map(|line| &line.points).map(|(across, _)| *across).fold(1.0, f64::max);
    let step = step(end);
    scene(lines.iter().map(line).collect(), 260.0, |layout| {
        let layout = layout.with_x_label(across).with_y_label(up);
        layout.with_x_axis_min(0.0).with_x_axis_max((end / step).ceil() * step).with_x_tick_step(step)
    })
}

/// A step of 1, 2 or 5 times a power of ten that leads to `end` in eight or fewer.
fn step(end: f64) -> f64 {
    let steps = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)));
    steps.into_iter().find(|step| end / step <= 8.0).unwrap_or(1.0)
}

fn draw_against(points: &[(f64, f64)], across: &str, up: &str) -> String {
    let line = LinePlot::new().with_data(vec![(0.0, 0.0), (100.0, 100.0)]).with_color("var(--soft)");
    let plot = ScatterPlot::new().with_data(points.to_vec()).with_color(colour(0)).with_size(4.0);
    scene(vec![Plot::Line(line), Plot::Scatter(plot)], 330.0, |layout| {
        let layout = layout.with_x_label(across).with_y_label(up).with_x_tick_step(25.0).with_y_tick_step(25.0);
        let layout = layout.with_x_axis_min(0.0).with_x_axis_max(100.0);
        layout.with_y_axis_min(0.0).with_y_axis_max(100.0)
    })
}

fn height(rows: usize) -> f64 {
    FRAME + ROW[usize::from(rows >= MANY_ROWS)] * rows as f64
}

fn colour(number: usize) -> String {
    format!("var(--c{})", number % 8)
}

fn short(label: &str) -> String {
    // A dollar sign would begin a formula.
    let label = label.replace('$', "\\$");
    if label.chars().count() <= LABEL {
        return label;
    }
    label.chars().take(LABEL - 1).chain(['…']).collect()
}

/// Draws `plots` in the manner of the page, by a layout that `shape` completes.
fn scene(plots: Vec<Plot>, height: f64, shape: impl FnOnce(Layout) -> Layout) -> String {
    let theme = Theme {
        background: "none".to_owned(),
        axis_color: "var(--soft)".to_owned(),
        grid_color: "var(--grid)".to_owned(),
        tick_color: "var(--soft)".to_owned(),
        text_color: "var(--ink)".to_owned(),
        font_family: Some("inherit".to_owned()),
        ..Theme::light()
    };
    let layout = Layout::auto_from_plots(&plots).with_width(WIDTH).with_height(height).with_theme(theme);
    let layout = layout
        .with_tick_size(LETTERS)
        .with_label_size(LETTERS)
        .with_body_size(LETTERS)
        .with_tick_format(TickFormat::Auto);
    let svg = SvgBackend::new().render_scene(&render_multiple(plots, shape(layout)));
    inline(&svg)
}

/// The picture as a part of a page: it takes the width it is given, and names no address.
fn inline(svg: &str) -> String {
    let (open, rest) = svg.split_once('>').unwrap_or(("<svg", svg));
    let number = |name: &str| {
        let (_, after) = open.split_once(&format!(" {name}=\""))?;
        after.split('"').next().map(str::to_owned)
    };
    let (width, height) = (number("width").unwrap_or_default(), number("height").unwrap_or_default());
    // Who made it, and clips that are numbered as the process goes on; nothing lies outside its axes.
    let rest = [("<!--", "-->"), ("<defs>", "</defs>"), (" clip-path=\"", "\"")]
        .iter()
        .fold(rest.to_owned(), |rest, (from, to)| without(&rest, from, to));
    format!("<svg viewBox=\"0 0 {width} {height}\" fill=\"var(--ink)\" aria-hidden=\"true\">{rest}")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(label: &str) -> Dot {
        Dot { label: label.to_owned(), value: 1.0, low: 0.0, high: 2.0, colour: 0 }
    }

    #[test]
    fn pictures_are_the_same_every_time_and_name_no_address() {
        let picture =
            || draw_dots(&[dot("a<b>"), dot("a long name of an entrant, longer than there is room")], "Elo", Some(0.0));
        let svg = picture();
        assert_eq!(svg, picture());
        assert!(svg.starts_with("<svg viewBox=\"0 0 460 ") && svg.ends_with("</svg>"), "{svg}");
        assert!(!svg.contains("http") && !svg.contains("<!--") && !svg.contains("url("), "{svg}");
        assert!(svg.contains("a&lt;b&gt;") && svg.contains("a long name of an entrant, longe…"), "{svg}");
    }

    #[test]
    fn odd_numbers_are_drawn_too() {
        let same = Dot { label: "x".to_owned(), value: 0.0, low: 0.0, high: 0.0, colour: 0 };
        assert!(draw_dots(&[same], "x", None).contains("<svg"));
        assert!(draw_stacked(&[("x".to_owned(), vec![0.0, 0.0])], "share").contains("<svg"));
        assert!(draw_histogram(&[1.0, 2.0], &[0.0], "x", "y").contains("<svg"));
        assert!(draw_against(&[], "x", "y").contains("<svg"));
        let flat = Line { name: "x".to_owned(), points: vec![(25.0, 0.0)], colour: 0 };
        assert!(
            draw_lines(&[flat.clone(), flat], "x", "y").contains("<svg") && draw_lines(&[], "x", "y").contains("<svg")
        );
    }
}
