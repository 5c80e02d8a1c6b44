//! The covariance of ratings, for whoever wants the error of something made of several.

use crate::ratings::Ratings;
use crate::report::facts::Part;
use crate::report::page::{Piece, PlotFile, Section};

/// The file.
const FILE: &str = "plots/covariance.csv";

/// The covariance of every two ratings of every list.
pub(super) fn section(lists: &[Ratings]) -> Option<Part> {
    let mut rows = Vec::new();
    for ratings in lists {
        for (i, one) in ratings.rows.iter().enumerate() {
            for (j, other) in ratings.rows.iter().enumerate() {
                let Some(covariance) = ratings.covariance(i, j) else { continue };
                let (arm, seats) = (ratings.arm.clone(), ratings.seats.to_string());
                rows.push(vec![arm, seats, one.name.clone(), other.name.clone(), format!("{covariance:.3}")]);
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    let text = format!(
        "{FILE} holds the covariance of every two ratings, in squares of Elo points: the error of a lead is the root of the \
         variances of the two less twice their covariance."
    );
    let section = Section { title: "Covariance of ratings".to_owned(), pieces: vec![Piece::Text(text)] };
    Some(Part { section, file: Some(PlotFile::new(FILE, &["arm", "seats", "one", "other", "covariance"], &rows)) })
}
