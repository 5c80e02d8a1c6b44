//! Charts as SVG: points with 95 % intervals in rows, or over a number. A point shows its value on hover or focus
//! without a script, which plotting crates do not support.

use std::fmt::Write;

use ergo_stats::Interval;

use crate::report::display_width;

/// The width of a panel in pixels.
const WIDTH: f64 = 340.0;
/// The horizontal space between the panels of a file.
const GAP: f64 = 16.0;
/// The number of series colours, which people with colour-vision deficiencies can distinguish (Okabe and Ito 2008).
pub const COLOURS: usize = 7;

/// A chart of one or more panels with the same axes.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The content of the chart, as a sentence or a noun phrase.
    pub title: String,
    /// The file with its numbers.
    pub file: String,
    /// The horizontal axis in words, with its unit.
    pub x: String,
    /// The vertical axis in words, with its unit; empty if rows are labelled.
    pub y: String,
    /// The names of the series and their colour numbers.
    pub series: Vec<(String, usize)>,
    /// The panels.
    pub panels: Vec<Panel>,
    /// True if values are shares, shown in percent.
    pub percent: bool,
}

/// A panel of a chart.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The title of the panel: `2 players`.
    pub title: String,
    /// The labels of rows; empty if points are plotted over a number.
    pub rows: Vec<String>,
    /// The points.
    pub points: Vec<ChartPoint>,
    /// Reference values with their names: an equal share, zero, the printed rule.
    pub references: Vec<(f64, String)>,
    /// The target range.
    pub band: Option<(f64, f64)>,
}

/// A point of a chart.
#[derive(Clone, Debug)]
pub struct ChartPoint {
    /// The number on the horizontal axis, or the index of the row.
    pub at: f64,
    /// The index of the series.
    pub series: usize,
    /// The value.
    pub value: f64,
    /// The interval.
    pub interval: Option<Interval>,
    /// The label, shown with the value.
    pub label: String,
}

/// The styles of charts in separate files; pages have the same rules.
pub const STYLE: &str = include_str!("chart.css");

impl Chart {
    /// Returns each panel as an SVG element.
    pub fn svgs(&self) -> Vec<String> {
        self.panels.iter().map(|panel| self.wrap(panel)).collect()
    }

    /// Returns all panels side by side as an SVG file.
    ///
    /// # Panics
    ///
    /// Panics if formatting fails, which cannot happen.
    pub fn file_text(&self) -> String {
        let drawn: Vec<(String, f64)> = self.panels.iter().map(|panel| self.draw(panel)).collect();
        let height = drawn.iter().map(|(_, height)| *height).fold(0.0, f64::max) + 56.0;
        let count = drawn.len().max(1) as f64;
        let width = count * WIDTH + (count - 1.0) * GAP;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             role=\"img\"><title>{}</title><style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>",
            escape(&self.title)
        );
        write!(svg, "<text class=\"name\" x=\"8\" y=\"18\">{}</text>", escape(&self.title)).expect(STRING);
        let mut x = 8.0;
        for (name, colour) in &self.series {
            write!(
                svg,
                "<circle class=\"c{colour}\" cx=\"{x:.0}\" cy=\"36\" r=\"4\"/><text x=\"{:.0}\" y=\"40\">{}</text>",
                x + 8.0,
                escape(name)
            )
            .expect(STRING);
            x += 24.0 + 6.6 * display_width(name) as f64;
        }
        for (place, (text, _)) in drawn.iter().enumerate() {
            write!(svg, "<g transform=\"translate({:.0},52)\">{text}</g>", place as f64 * (WIDTH + GAP)).expect(STRING);
        }
        svg + "</svg>\n"
    }

    fn wrap(&self, panel: &Panel) -> String {
        let (text, height) = self.draw(panel);
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"group\" aria-label=\"{}\">{text}</svg>",
            escape(&panel.title)
        )
    }

    /// Returns the elements of a panel, and its height.
    fn draw(&self, panel: &Panel) -> (String, f64) {
        let mut ends: Vec<f64> = panel.references.iter().map(|(value, _)| *value).collect();
        ends.extend(panel.band.iter().flat_map(|(low, high)| [*low, *high]));
        for panel in &self.panels {
            for point in &panel.points {
                ends.extend([point.value]);
                ends.extend(
                    point
                        .interval
                        .iter()
                        .flat_map(|interval| [interval.low, interval.high])
                        .filter(|end| end.is_finite()),
                );
            }
        }
        let scale = Ticks::over(&ends);
        if panel.rows.is_empty() { self.draw_levels(panel, &scale) } else { self.draw_rows(panel, &scale) }
    }

    /// Draws points in rows, the value along the horizontal axis.
    fn draw_rows(&self, panel: &Panel, scale: &Ticks) -> (String, f64) {
        let (left, right, top) = (22.0, WIDTH - 22.0, 26.0);
        let dodge = 11.0;
        let of_row = |row: usize| panel.points.iter().filter(move |point| point.at as usize == row);
        let heights: Vec<f64> =
            (0..panel.rows.len()).map(|row| 19.0 + dodge * of_row(row).count().max(1) as f64).collect();
        let bottom = top + heights.iter().sum::<f64>() + 4.0;
        let x = |value: f64| left + (right - left) * (value - scale.low) / (scale.high - scale.low);
        let mut out = String::new();
        self.begin(&mut out, panel, left);
        if let Some((low, high)) = panel.band {
            write!(
                out,
                "<rect class=\"band\" x=\"{:.1}\" y=\"{top}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                x(low),
                x(high) - x(low),
                bottom - top
            )
            .expect(STRING);
        }
        for tick in &scale.ticks {
            let at = x(*tick);
            write!(out, "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom:.1}\"/>")
                .expect(STRING);
            write!(
                out,
                "<text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\">{}</text>",
                bottom + 14.0,
                self.tick(*tick, scale)
            )
            .expect(STRING);
        }
        for (value, name) in &panel.references {
            let at = x(*value);
            let side = if at > (left + right) / 2.0 { " end" } else { "" };
            write!(
                out,
                "<line class=\"reference\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom:.1}\"/>\
                 <text class=\"note{side}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                if side.is_empty() { at + 3.0 } else { at - 3.0 },
                bottom + 27.0,
                escape(name)
            )
            .expect(STRING);
        }
        let mut y = top;
        for (row, label) in panel.rows.iter().enumerate() {
            write!(out, "<text class=\"row\" x=\"{left}\" y=\"{:.1}\">{}</text>", y + 14.0, escape(label))
                .expect(STRING);
            for (place, point) in of_row(row).enumerate() {
                self.point(&mut out, point, (x(point.value), y + 22.0 + dodge * place as f64), &|end| {
                    (x(end.clamp(scale.low, scale.high)), y + 22.0 + dodge * place as f64)
                });
            }
            y += heights[row];
        }
        let noted = if panel.references.is_empty() { 0.0 } else { 13.0 };
        write!(
            out,
            "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            (left + right) / 2.0,
            bottom + 30.0 + noted,
            escape(&self.x)
        )
        .expect(STRING);
        (out, bottom + 38.0 + noted)
    }

    /// Draws points over a number, the value along the vertical axis.
    fn draw_levels(&self, panel: &Panel, scale: &Ticks) -> (String, f64) {
        let (left, right, top, bottom) = (48.0, WIDTH - 16.0, 42.0, 220.0);
        let mut levels: Vec<f64> = self.panels.iter().flat_map(|panel| &panel.points).map(|point| point.at).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let (first, last) = (levels.first().copied().unwrap_or(0.0), levels.last().copied().unwrap_or(1.0));
        let spread = if last > first { last - first } else { 1.0 };
        let count = self.series.len().max(1) as f64;
        let x = |point: &ChartPoint| {
            let dodge = (point.series as f64 - (count - 1.0) / 2.0) * 4.0;
            left + 12.0 + (right - left - 24.0) * (point.at - first) / spread + dodge
        };
        let y = |value: f64| bottom - (bottom - top) * (value - scale.low) / (scale.high - scale.low);
        let mut out = String::new();
        self.begin(&mut out, panel, 8.0);
        write!(out, "<text class=\"note\" x=\"8\" y=\"32\">{}</text>", escape(&self.y)).expect(STRING);
        if let Some((low, high)) = panel.band {
            write!(
                out,
                "<rect class=\"band\" x=\"{left}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                y(high),
                right - left,
                y(low) - y(high)
            )
            .expect(STRING);
        }
        for tick in &scale.ticks {
            let at = y(*tick);
            write!(out, "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>")
                .expect(STRING);
            write!(
                out,
                "<text class=\"tick end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left - 5.0,
                at + 4.0,
                self.tick(*tick, scale)
            )
            .expect(STRING);
        }
        let step = levels.len().div_ceil(10).max(1);
        for level in levels.iter().step_by(step) {
            let at = left + 12.0 + (right - left - 24.0) * (level - first) / spread;
            write!(out, "<text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\">{level}</text>", bottom + 15.0).expect(STRING);
        }
        for (value, name) in &panel.references {
            let at = y(*value);
            write!(
                out,
                "<line class=\"reference\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"note end\" x=\"{right}\" y=\"{:.1}\">{}</text>",
                at - 3.0,
                escape(name)
            )
            .expect(STRING);
        }
        for (series, (_, colour)) in self.series.iter().enumerate() {
            let of_series = panel.points.iter().filter(|point| point.series == series);
            let path: Vec<String> = of_series.map(|point| format!("{:.1},{:.1}", x(point), y(point.value))).collect();
            if path.len() > 1 {
                write!(out, "<polyline class=\"line c{colour}\" points=\"{}\"/>", path.join(" ")).expect(STRING);
            }
        }
        for point in &panel.points {
            self.point(&mut out, point, (x(point), y(point.value)), &|end| {
                (x(point), y(end.clamp(scale.low, scale.high)))
            });
        }
        write!(
            out,
            "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            (left + right) / 2.0,
            bottom + 32.0,
            escape(&self.x)
        )
        .expect(STRING);
        (out, bottom + 40.0)
    }

    fn begin(&self, out: &mut String, panel: &Panel, left: f64) {
        write!(out, "<text class=\"panel\" x=\"{left}\" y=\"16\">{}</text>", escape(&panel.title)).expect(STRING);
    }

    fn point(&self, out: &mut String, point: &ChartPoint, (x, y): (f64, f64), end: &dyn Fn(f64) -> (f64, f64)) {
        let colour = self.series.get(point.series).map_or(0, |(_, colour)| *colour);
        let shown = format!("{}: {}", point.label, self.show(point.value, point.interval));
        write!(out, "<g class=\"point c{colour}\" tabindex=\"-1\">").expect(STRING);
        if let Some(Interval { low, high }) = point.interval {
            let ((x1, y1), (x2, y2)) = (end(low), end(high));
            write!(out, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>").expect(STRING);
        }
        // The approximate width of the drawn text, so that it stays inside the panel.
        let of = |text: &str| 6.4 * display_width(text) as f64;
        // If there is no room, the label is left out; the row has it.
        let shown = if of(&shown) > WIDTH - 8.0 { self.show(point.value, point.interval) } else { shown };
        let width = of(&shown);
        let left = (x - width / 2.0).min(WIDTH - 4.0 - width).max(4.0);
        write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/><circle class=\"target\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\"/>\
             <text class=\"tip\" x=\"{left:.1}\" y=\"{:.1}\">{}</text></g>",
            y - 9.0,
            escape(&shown)
        )
        .expect(STRING);
    }

    fn show(&self, value: f64, interval: Option<Interval>) -> String {
        super::words::value(value, interval, self.percent)
    }

    fn tick(&self, value: f64, scale: &Ticks) -> String {
        let (value, step) = if self.percent { (100.0 * value, 100.0 * scale.step) } else { (value, scale.step) };
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let text = format!("{value:.digits$}");
        let text = if text.trim_start_matches(['-', '0', '.']).is_empty() {
            text.replace('-', "")
        } else {
            text.replace('-', "\u{2212}")
        };
        if self.percent { text + " %" } else { text }
    }
}

/// Round numbers along an axis.
struct Ticks {
    low: f64,
    high: f64,
    step: f64,
    ticks: Vec<f64>,
}

impl Ticks {
    fn over(ends: &[f64]) -> Self {
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low.is_finite() && high > low {
            (low, high)
        } else if low.is_finite() {
            (low - 0.5, low + 0.5)
        } else {
            (0.0, 1.0)
        };
        let rough = (high - low) / 4.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * power);
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        Ticks {
            low: first as f64 * step,
            high: last as f64 * step,
            step,
            ticks: (first..=last).map(|i| i as f64 * step).collect(),
        }
    }
}

const STRING: &str = "a String takes every text";

/// Escapes the special characters of HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_all_values() {
        let ticks = Ticks::over(&[0.213, 0.377]);
        assert_eq!((ticks.low, ticks.step), (0.2, 0.05));
        assert!(ticks.high >= 0.377 && ticks.ticks.len() <= 7);
        assert!(Ticks::over(&[]).high > 0.0);
        assert!(Ticks::over(&[3.0]).low < 3.0);
    }

    #[test]
    fn chart_escapes_names_and_draws_every_point() {
        let point = ChartPoint { at: 0.0, series: 0, value: 0.4, interval: None, label: "a<b".to_owned() };
        let panel = Panel {
            title: "2 players".to_owned(),
            rows: vec!["a<b".to_owned()],
            points: vec![point],
            references: vec![(0.5, "equal share".to_owned())],
            band: None,
        };
        let chart = Chart {
            title: "t".to_owned(),
            file: String::new(),
            x: "share".to_owned(),
            y: String::new(),
            series: vec![("a<b".to_owned(), 1)],
            panels: vec![panel],
            percent: true,
        };
        let text = chart.file_text();
        assert!(!text.contains("a<b") && text.contains("a&lt;b: 40.0 %") && text.contains("equal share"));
        assert_eq!(chart.svgs().len(), 1);
    }
}
