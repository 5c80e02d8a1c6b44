//! Curves with bands, panels side by side on one ground.

use kuva::plot::LinePlot;
use kuva::plot::scatter::ScatterPlot;
use kuva::render::annotations::ReferenceLine;
use kuva::render::plots::Plot;

use super::svg::{LETTERS, Svg, colour, sized};
use crate::report::drawing::{Curve, Panel};

/// Width and height of a panel.
const SIZE: [f64; 2] = [330.0, 260.0];
/// Ground that spans more is drawn by powers of ten.
const WIDE: f64 = 20.0;

/// Every panel with its title; a line stands at `base`, if there is one.
pub(super) fn draw_curves(panels: &[Panel], [across, up]: [&str; 2], base: Option<f64>) -> Vec<Svg> {
    let points = || panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let ground = span(points().map(|point| [point.across, point.across]));
    let [low, high] = span(points().map(|point| [point.low, point.high]));
    let by_powers = ground[0] > 0.0 && ground[1] / ground[0] >= WIDE;
    let margin = 0.05 * (high - low).max(1e-9);
    let panel = |panel: &Panel| {
        let plots: Vec<Plot> = panel.curves.iter().flat_map(curve).collect();
        sized(plots, SIZE, |layout| {
            let layout = layout.with_title(panel.title.as_str()).with_title_size(LETTERS);
            let layout = layout.with_x_label(across).with_y_label(up);
            let line = |base| ReferenceLine::vertical(base).with_color("var(--soft)");
            let layout = match base {
                Some(base) => layout.with_reference_line(line(base)),
                None => layout,
            };
            let layout = layout.with_y_axis_min(low - margin).with_y_axis_max(high + margin);
            let layout = layout.with_x_axis_min(ground[0]).with_x_axis_max(ground[1]);
            if by_powers { layout.with_log_x() } else { layout }
        })
    };
    panels.iter().map(panel).collect()
}

/// A line in its band, with a dot at every estimate.
fn curve(curve: &Curve) -> [Plot; 2] {
    let data: Vec<(f64, f64)> = curve.points.iter().map(|point| (point.across, point.value)).collect();
    let band = curve.points.iter().map(|point| (point.low, point.high)).unzip::<f64, f64, Vec<f64>, Vec<f64>>();
    let line = LinePlot::new().with_data(data.clone()).with_color(colour(curve.colour)).with_band(band.0, band.1);
    let dots = ScatterPlot::new().with_data(data).with_color(colour(curve.colour)).with_size(3.0);
    [Plot::Line(line), Plot::Scatter(dots)]
}

/// The least and the greatest of these ends.
fn span(ends: impl Iterator<Item = [f64; 2]>) -> [f64; 2] {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    let [low, high] = ends.fold(none, |[low, high], [from, to]| [low.min(from), high.max(to)]);
    if low <= high { [low, high] } else { [0.0, 1.0] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::drawing::Estimate;

    #[test]
    fn every_panel_has_the_same_ground() {
        let points = |value: f64| {
            let estimate = |across: f64| Estimate { across, value, low: value - 1.0, high: value + 1.0 };
            vec![estimate(4.0), estimate(12.0)]
        };
        let panel = |title: &str, value: f64| Panel {
            title: title.to_owned(),
            curves: vec![Curve { points: points(value), colour: 0 }],
        };
        let drawn = draw_curves(&[panel("2 seats", 1.0), panel("3 seats", 90.0)], ["NOT", "paradox, %"], Some(4.0));
        assert_eq!(drawn.len(), 2);
        // The same ticks stand in both.
        for text in [">80<", ">20<", "paradox, %", "NOT"] {
            assert!(drawn.iter().all(|svg| svg.inside.contains(text)), "{text}: {}", drawn[0].inside);
        }
        assert!(drawn[0].inside.contains("2 seats"));
    }
}
