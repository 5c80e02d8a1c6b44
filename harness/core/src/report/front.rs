//! The picture of a front: what is asked of all candidates, and which no other beats.

use super::drawing::Drawing;
use super::picture;

/// A drawing of `points`, the line `front` of those that no other beats, and those with names, as a file of its own. Both axes
/// begin at 0, and less is better on both.
pub fn front(
    points: Vec<(f64, f64)>,
    front: Vec<(f64, f64)>,
    named: Vec<(f64, f64, String)>,
    axes: [&str; 2],
    shows: &str,
) -> String {
    let drawing = Drawing::Front { points, front, named, axes: axes.map(str::to_owned) };
    let colours = [(0, "the front: no other candidate is better in both"), (1, "chosen to be played")];
    picture::alone(&drawing, shows, &colours.map(|(colour, name)| (colour, name.to_owned())))
}
