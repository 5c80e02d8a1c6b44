//! Points, and the line of those that no other beats.

use kuva::plot::scatter::ScatterPlot;
use kuva::plot::{LinePlot, annotations::TextAnnotation};
use kuva::render::plots::Plot;

use super::svg::{LETTERS, Svg, colour, sized, step};

/// Width and height.
const SIZE: [f64; 2] = [690.0, 400.0];

/// Draws `points` in grey, `front` as a line and `named` with their names.
pub(super) fn draw_front(
    points: &[(f64, f64)],
    front: &[(f64, f64)],
    named: &[(f64, f64, String)],
    [across, up]: [&str; 2],
) -> Svg {
    let all = ScatterPlot::new().with_data(points.to_vec()).with_color("var(--soft)").with_size(1.5);
    let line = LinePlot::new().with_data(front.to_vec()).with_color(colour(0));
    let chosen: Vec<(f64, f64)> = named.iter().map(|(across, up, _)| (*across, *up)).collect();
    let chosen = ScatterPlot::new().with_data(chosen).with_color(colour(1)).with_size(4.5);
    let ends = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(1.0, f64::max);
    let (right, top) = (ends(|point| point.0), ends(|point| point.1));
    let (across_step, up_step) = (step(right), step(top));
    let plots = vec![Plot::Scatter(all), Plot::Line(line), Plot::Scatter(chosen)];
    sized(plots, SIZE, |layout| {
        let layout = layout.with_x_label(across).with_y_label(up);
        let layout = layout.with_x_axis_min(0.0).with_x_axis_max((right / across_step).ceil() * across_step);
        let layout = layout.with_y_axis_min(0.0).with_y_axis_max((top / up_step).ceil() * up_step);
        let layout = layout.with_x_tick_step(across_step).with_y_tick_step(up_step);
        named.iter().fold(layout, |layout, (at, value, name)| {
            let below = TextAnnotation::new(name.as_str(), *at, value - 0.07 * top);
            layout.with_annotation(below.with_color("var(--ink)").with_font_size(LETTERS))
        })
    })
}
