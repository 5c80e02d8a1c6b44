//! Pictures as inline SVG. The only place that knows the plotting crate; a program built without the feature `pictures` has
//! reports without them.
//!
//! Colours are variables of the page (`--c0` …), so that a picture follows it from light to dark.

mod curves;
mod front;
mod sheet;
mod svg;

use kuva::plot::annotations::TextAnnotation;
use kuva::plot::scatter::ScatterPlot;
use kuva::plot::{BarPlot, ForestPlot, Histogram, LinePlot};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

use super::drawing::{Dot, Drawing, Line};
use svg::{Svg, colour, inline, sized, step};

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

/// The picture of `drawing` as parts of a page: one, or its panels from left to right.
pub(super) fn draw(drawing: &Drawing) -> Vec<String> {
    scenes(drawing).iter().map(|scene| inline(scene, "")).collect()
}

/// The picture of `drawing` as a file of its own, fit for paper: its colours are fixed, its letters named, and its legend is
/// drawn.
pub(super) fn alone(drawing: &Drawing, shows: &str, colours: &[(usize, String)]) -> String {
    sheet::sheet(&scenes(drawing), shows, colours)
}

/// The panels of `drawing`.
fn scenes(drawing: &Drawing) -> Vec<Svg> {
    match drawing {
        Drawing::Dots { dots, axis, reference } => vec![draw_dots(dots, axis, *reference)],
        Drawing::Stacked { rows, axis } => vec![draw_stacked(rows, axis)],
        Drawing::Histogram { edges, counts, axes: [across, up] } => vec![draw_histogram(edges, counts, across, up)],
        Drawing::Lines { lines, axes: [across, up] } => vec![draw_lines(lines, across, up)],
        Drawing::Against { points, axes: [across, up] } => vec![draw_against(points, across, up)],
        Drawing::Curves { panels, axes: [across, up], base } => curves::draw_curves(panels, [across, up], *base),
        Drawing::Front { points, front, named, axes: [across, up] } => {
            vec![front::draw_front(points, front, named, [across, up])]
        }
    }
}

fn draw_dots(dots: &[Dot], axis: &str, reference: Option<f64>) -> Svg {
    let mut plot = ForestPlot::new().with_marker_size(4.5).with_whisker_width(2.0).with_cap_size(3.0);
    plot = plot.with_null_value(reference.unwrap_or_default()).with_show_null_line(reference.is_some());
    for dot in dots {
        let [low, high] = [dot.low, dot.high].map(|end| if end.is_finite() { end } else { dot.value });
        plot = plot.with_colored_row(short(&dot.label), dot.value, low, high, colour(dot.colour));
    }
    scene(vec![Plot::Forest(plot)], height(dots.len()), |layout| with_open_ends(layout.with_x_label(axis), dots))
}

/// An arrow at every end that is infinite, on ground that is wide enough for it.
fn with_open_ends(mut layout: Layout, dots: &[Dot]) -> Layout {
    if dots.iter().all(|dot| dot.low.is_finite() && dot.high.is_finite()) {
        return layout;
    }
    let ends = || dots.iter().flat_map(|dot| [dot.low, dot.value, dot.high]).filter(|end| end.is_finite());
    let [least, most] =
        ends().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], end| [low.min(end), high.max(end)]);
    let arrow = (0.1 * (most - least)).max(1e-9);
    let step = step(most - least + 2.0 * arrow);
    let [mut from, mut to] = [least, most];
    for (row, dot) in dots.iter().enumerate() {
        let up = (dots.len() - row) as f64;
        for tip in [(dot.low, dot.value - arrow), (dot.high, dot.value + arrow)]
            .map(|(end, tip)| (!end.is_finite()).then_some(tip))
        {
            let Some(tip) = tip else { continue };
            [from, to] = [from.min(tip), to.max(tip)];
            let shaft = TextAnnotation::new("", dot.value, up).with_arrow(tip, up).with_arrow_padding(0.0);
            layout = layout.with_annotation(shaft.with_color(colour(dot.colour)));
        }
    }
    layout
        .with_x_axis_min((from / step).floor() * step)
        .with_x_axis_max((to / step).ceil() * step)
        .with_x_tick_step(step)
}

fn draw_stacked(rows: &[(String, Vec<f64>)], axis: &str) -> Svg {
    let mut plot = BarPlot::new().with_stacked().with_horizontal(true).with_width(0.72);
    for (label, parts) in rows.iter().rev() {
        plot = plot.with_group(short(label), parts.iter().enumerate().map(|(i, part)| (*part, colour(i))));
    }
    scene(vec![Plot::Bar(plot)], height(rows.len()), |layout| {
        layout.with_x_label(axis).with_x_axis_min(0.0).with_x_axis_max(100.0).with_x_tick_step(25.0)
    })
}

fn draw_histogram(edges: &[f64], counts: &[f64], across: &str, up: &str) -> Svg {
    let end = edges.last().copied().unwrap_or(1.0);
    let step = step(end);
    let end = (end / step).ceil() * step;
    let plot = Histogram::from_bins(edges.to_vec(), counts.to_vec()).with_color(colour(0));
    scene(vec![Plot::Histogram(plot)], 240.0, |layout| {
        let layout = layout.with_x_label(across).with_y_label(up);
        layout.with_x_axis_min(0.0).with_x_axis_max(end).with_x_tick_step(step)
    })
}

fn draw_lines(lines: &[Line], across: &str, up: &str) -> Svg {
    let line = |line: &Line| Plot::Line(LinePlot::new().with_data(line.points.clone()).with_color(colour(line.colour)));
    let end = lines.iter().flat_map(|line| &line.points).map(|(across, _)| *across).fold(1.0, f64::max);
    let step = step(end);
    scene(lines.iter().map(line).collect(), 260.0, |layout| {
        let layout = layout.with_x_label(across).with_y_label(up);
        layout.with_x_axis_min(0.0).with_x_axis_max((end / step).ceil() * step).with_x_tick_step(step)
    })
}

fn draw_against(points: &[(f64, f64)], across: &str, up: &str) -> Svg {
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

/// A label that has room: of a longer one its beginning and its end, where sweeps differ.
fn short(label: &str) -> String {
    let letters: Vec<char> = label.chars().collect();
    let half = (LABEL - 1) / 2;
    let text: String = match letters.len() {
        ..=LABEL => label.to_owned(),
        length => letters[..half].iter().chain(['…'].iter()).chain(&letters[length - half..]).collect(),
    };
    // A dollar sign would begin a formula.
    text.replace('$', "\\$")
}

/// Draws `plots` in the manner of the page, by a layout that `shape` completes.
fn scene(plots: Vec<Plot>, height: f64, shape: impl FnOnce(Layout) -> Layout) -> Svg {
    sized(plots, [WIDTH, height], shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(label: &str) -> Dot {
        Dot { label: label.to_owned(), value: 1.0, low: 0.0, high: 2.0, colour: 0 }
    }

    #[test]
    fn pictures_are_the_same_every_time_and_name_no_address() {
        let dots = [dot("a<b>"), dot("a long name of an entrant, longer than there is room")];
        let picture = || inline(&draw_dots(&dots, "Elo", Some(0.0)), "");
        let svg = picture();
        assert_eq!(svg, picture());
        assert!(svg.starts_with("<svg viewBox=\"0 0 460 ") && svg.ends_with("</svg>"), "{svg}");
        assert!(!svg.contains("http") && !svg.contains("<!--") && !svg.contains("url("), "{svg}");
        assert!(svg.contains("a&lt;b&gt;") && svg.contains("a long name of a…an there is room"), "{svg}");
    }

    #[test]
    fn odd_numbers_are_drawn_too() {
        let same = Dot { label: "x".to_owned(), value: 0.0, low: 0.0, high: 0.0, colour: 0 };
        assert!(draw_dots(&[same], "x", None).inside.contains("<"));
        assert!(draw_stacked(&[("x".to_owned(), vec![0.0, 0.0])], "share").inside.contains("<"));
        assert!(draw_histogram(&[1.0, 2.0], &[0.0], "x", "y").inside.contains("<"));
        assert!(draw_against(&[], "x", "y").inside.contains("<"));
        let flat = Line { name: "x".to_owned(), points: vec![(25.0, 0.0)], colour: 0 };
        assert!(
            draw_lines(&[flat.clone(), flat], "x", "y").inside.contains("<")
                && draw_lines(&[], "x", "y").inside.contains("<")
        );
    }
}
