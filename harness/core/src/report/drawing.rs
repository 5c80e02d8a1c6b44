//! Pictures as plain series: sections make them and `picture` draws them.

/// A picture before it is drawn.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Estimates with intervals, one below the other, and a line at `reference`.
    Dots {
        /// From top to bottom.
        dots: Vec<Dot>,
        /// The title of the axis: the estimate and its unit.
        axis: String,
        /// Where the line stands.
        reference: Option<f64>,
    },
    /// Parts of a whole in percent, one bar a row; part i of every row has colour i.
    Stacked {
        /// From top to bottom.
        rows: Vec<(String, Vec<f64>)>,
        /// The whole of which these are parts.
        axis: String,
    },
    /// Counts in equally wide bins.
    Histogram {
        /// One more than `counts`; none is below 0.
        edges: Vec<f64>,
        /// Of each bin.
        counts: Vec<f64>,
        /// Titles across and up: the unit, and the things counted.
        axes: [String; 2],
    },
    /// Lines over the same ground, which begins at 0.
    Lines {
        /// In the order in which they are drawn.
        lines: Vec<Line>,
        /// Across and up.
        axes: [String; 2],
    },
    /// Estimates along one number, a panel for each kind of table side by side, all with the same ground.
    Curves {
        /// From left to right.
        panels: Vec<Panel>,
        /// Across and up.
        axes: [String; 2],
        /// Where the arm stands that the others are held against, if there is one.
        base: Option<f64>,
    },
    /// Points in percent against each other, with the line on which both are equal.
    Against {
        /// Across and up.
        points: Vec<(f64, f64)>,
        /// Across and up.
        axes: [String; 2],
    },
    /// Many points, those that no other beats joined by a line, and some of these named.
    #[cfg(feature = "pictures")]
    Front {
        /// All points, across and up.
        points: Vec<(f64, f64)>,
        /// Those of the line, from left to right.
        front: Vec<(f64, f64)>,
        /// Those that are named.
        named: Vec<(f64, f64, String)>,
        /// Across and up.
        axes: [String; 2],
    },
}

/// An estimate and its interval.
#[derive(Clone, Debug)]
pub struct Dot {
    /// The label of its row.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// The lower end; infinite where there is none: an arrow then.
    pub low: f64,
    /// The upper end, likewise.
    pub high: f64,
    /// The number of its colour.
    pub colour: usize,
}

/// A line of a picture.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
    /// The number of its colour.
    pub colour: usize,
}

/// A panel of curves.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its title.
    pub title: String,
    /// In the order in which they are drawn.
    pub curves: Vec<Curve>,
}

/// Estimates along a number.
#[derive(Clone, Debug)]
pub struct Curve {
    /// From left to right.
    pub points: Vec<Estimate>,
    /// The number of its colour.
    pub colour: usize,
}

/// An estimate at a place.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The place.
    pub across: f64,
    /// The estimate.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
