//! The board as sets of squares: edge and arena, neighbours, the rim as a ring, and the windows of five squares.
//! RULES.md I1.
//!
//! All tables are computed at compile time. A set has one bit per square, with a1 the lowest, then along the ranks.

/// Number of files, a to j.
pub const FILES: usize = 10;
/// Number of ranks, 1 to 9.
pub const RANKS: usize = 9;
/// Number of squares.
pub const SQUARES: usize = FILES * RANKS;
/// Number of squares on the rim.
pub const RING: usize = 34;
/// Number of windows, that is, of five squares in a straight line.
pub const WINDOWS: usize = 164;
/// Number of pieces in a row that win.
pub const LINE: usize = 5;

/// A set of squares, one bit per square index.
pub type Squares = u128;

/// A square: 0 for a1, along the ranks, to 89 for j9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square at 0-based `file` and `rank`, or `None` outside the board.
    pub const fn from_coordinates(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square((rank * FILES + file) as u8)) } else { None }
    }

    /// Returns the square with this index.
    ///
    /// # Panics
    ///
    /// If `index` is [`SQUARES`] or more.
    pub const fn new(index: usize) -> Square {
        assert!(index < SQUARES);
        Square(index as u8)
    }

    /// Returns the index of the square, from 0 to 89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the 0-based file.
    pub const fn file(self) -> usize {
        self.0 as usize % FILES
    }

    /// Returns the 0-based rank.
    pub const fn rank(self) -> usize {
        self.0 as usize / FILES
    }

    /// Returns the set that contains only this square.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }

    /// Returns true if the square is on the edge.
    #[inline]
    pub const fn is_edge(self) -> bool {
        EDGE & self.bit() != 0
    }

    /// Iterates over all squares, in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square::new)
    }
}

/// Calls `see` with each square of a set, in order.
#[inline]
pub fn each(mut set: Squares, mut see: impl FnMut(Square)) {
    while set != 0 {
        see(Square(set.trailing_zeros() as u8));
        set &= set - 1;
    }
}

/// All 90 squares.
pub const ALL: Squares = (1 << SQUARES) - 1;
/// The 34 squares of the rim.
pub const EDGE: Squares = edge();
/// The 56 inner squares.
pub const ARENA: Squares = ALL & !EDGE;
/// For each square, its neighbours in eight directions.
pub const KING: [Squares; SQUARES] = around(true);
/// For each square, its neighbours in four directions.
pub const ORTHOGONAL: [Squares; SQUARES] = around(false);
/// For each square beside a corner, the square on the other side of the corner, such as b1 for a2; otherwise empty.
/// RULES.md G-EI12.
pub const CUT: [Squares; SQUARES] = cut();
/// The rim in order: from a1 through j1, j9 and a9 back to a2.
pub const RIM: [Square; RING] = rim();
/// All windows of five squares in a straight line: along ranks, along files, rising, falling.
pub const WINDOW: [Squares; WINDOWS] = windows();

/// One step of each kind of line as (file, rank): along a rank, along a file, rising, falling.
pub const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// For each square of the rim, its index in [`RIM`].
const PLACE: [u8; SQUARES] = places();
/// `[place][count]`: the `count` squares that follow `place` on the rim.
static FOLLOWING: [[Squares; RING]; RING] = following();

const fn edge() -> Squares {
    let (mut set, mut index) = (0, 0);
    while index < SQUARES {
        let (file, rank) = (index % FILES, index / FILES);
        if file == 0 || file == FILES - 1 || rank == 0 || rank == RANKS - 1 {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}

/// Returns the square `file` and `rank` steps from `index` as a set; empty outside the board.
const fn step(index: usize, file: isize, rank: isize) -> Squares {
    let (file, rank) = ((index % FILES) as isize + file, (index / FILES) as isize + rank);
    if file < 0 || rank < 0 {
        return 0;
    }
    match Square::from_coordinates(file as usize, rank as usize) {
        Some(square) => square.bit(),
        None => 0,
    }
}

const fn around(diagonals: bool) -> [Squares; SQUARES] {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut direction = 0;
        let directions = if diagonals { 4 } else { 2 };
        while direction < directions {
            let (file, rank) = DIRECTIONS[direction];
            table[index] |= step(index, file, rank) | step(index, -file, -rank);
            direction += 1;
        }
        index += 1;
    }
    table
}

const fn cut() -> [Squares; SQUARES] {
    let mut table = [0; SQUARES];
    let corners = [0, FILES - 1, SQUARES - FILES, SQUARES - 1];
    let mut corner = 0;
    while corner < 4 {
        let mut beside = ORTHOGONAL[corners[corner]];
        let one = beside.trailing_zeros() as usize;
        beside &= beside - 1;
        let other = beside.trailing_zeros() as usize;
        table[one] = 1 << other;
        table[other] = 1 << one;
        corner += 1;
    }
    table
}

const fn rim() -> [Square; RING] {
    let mut rim = [Square(0); RING];
    let (mut file, mut rank, mut place) = (0, 0, 0);
    while place < RING {
        rim[place] = Square((rank * FILES + file) as u8);
        if rank == 0 && file < FILES - 1 {
            file += 1;
        } else if file == FILES - 1 && rank < RANKS - 1 {
            rank += 1;
        } else if rank == RANKS - 1 && file > 0 {
            file -= 1;
        } else {
            rank -= 1;
        }
        place += 1;
    }
    rim
}

const fn places() -> [u8; SQUARES] {
    let mut places = [0; SQUARES];
    let mut place = 0;
    while place < RING {
        places[RIM[place].index()] = place as u8;
        place += 1;
    }
    places
}

const fn following() -> [[Squares; RING]; RING] {
    let mut table = [[0; RING]; RING];
    let mut place = 0;
    while place < RING {
        let mut count = 1;
        while count < RING {
            table[place][count] = table[place][count - 1] | RIM[(place + count) % RING].bit();
            count += 1;
        }
        place += 1;
    }
    table
}

const fn windows() -> [Squares; WINDOWS] {
    let mut all = [0; WINDOWS];
    let (mut found, mut direction) = (0, 0);
    while direction < 4 {
        let (file, rank) = DIRECTIONS[direction];
        let mut index = 0;
        while index < SQUARES {
            let (mut set, mut length): (Squares, isize) = (0, 0);
            while length < LINE as isize {
                set |= step(index, file * length, rank * length);
                length += 1;
            }
            if set.count_ones() == LINE as u32 {
                all[found] = set;
                found += 1;
            }
            index += 1;
        }
        direction += 1;
    }
    assert!(found == WINDOWS);
    all
}

/// The squares of the rim that are in a set: one bit per index of [`RIM`].
#[derive(Clone, Copy, Debug)]
pub struct Rim(u64);

impl Rim {
    /// Returns the rim squares of `taken`.
    #[inline]
    pub fn new(taken: Squares) -> Self {
        const ROW: u64 = (1 << FILES) - 1;
        let low = taken as u64;
        let mut bits = low & ROW;
        // j2 to j9, i9 to a9, a8 to a2.
        for rank in 1..RANKS {
            bits |= (((taken >> (rank * FILES + FILES - 1)) as u64) & 1) << (FILES - 1 + rank);
        }
        let top = ((taken >> (SQUARES - FILES)) as u64 & (ROW >> 1)) as u16;
        bits |= u64::from(top.reverse_bits() >> 7) << 18;
        for rank in 1..RANKS - 1 {
            bits |= (((taken >> (rank * FILES)) as u64) & 1) << (RING - rank);
        }
        Rim(bits)
    }

    /// Returns the squares to which a lion on the edge square `from` can slide: in both directions, up to the first
    /// occupied square.
    #[inline]
    pub fn slides(self, from: Square) -> Squares {
        const OTHERS: u64 = (1 << (RING - 1)) - 1;
        let place = PLACE[from.index()] as usize;
        // Bit i: the square i + 1 places further on.
        let ahead = (self.0 >> (place + 1) | self.0 << (RING - 1 - place)) & OTHERS;
        if ahead == 0 {
            return FOLLOWING[place][RING - 1];
        }
        let on = ahead.trailing_zeros() as usize;
        let back = RING - 1 - (64 - ahead.leading_zeros() as usize);
        FOLLOWING[place][on] | FOLLOWING[(place + RING - back - 1) % RING][back]
    }
}

impl Rim {
    /// Returns the first occupied square in each direction from the edge square `to`. A lion on one of them can slide
    /// to `to`.
    #[inline]
    pub fn ends(self, to: Square) -> Squares {
        let reach = self.slides(to);
        let place = PLACE[to.index()] as usize;
        let mut ends = 0;
        for step in [1, RING - 1] {
            let mut at = (place + step) % RING;
            while reach & RIM[at].bit() != 0 {
                at = (at + step) % RING;
            }
            ends |= RIM[at].bit();
        }
        ends & !to.bit()
    }
}

/// Returns the ends of the longest row of `own` through `square`, if it has five or more squares: the end with the
/// lower file first, or in one file the lower rank. Of rows of equal length the first of [`DIRECTIONS`] counts.
pub fn line_through(own: Squares, square: Square) -> Option<(Square, Square)> {
    let (file, rank) = (square.file() as isize, square.rank() as isize);
    let holds = |file: isize, rank: isize| {
        let at = if file < 0 || rank < 0 { None } else { Square::from_coordinates(file as usize, rank as usize) };
        at.filter(|at| own & at.bit() != 0)
    };
    let mut longest = LINE as isize - 1;
    let mut line = None;
    for (along, up) in DIRECTIONS {
        let reach =
            |sign: isize| (1..).take_while(|&n| holds(file + sign * n * along, rank + sign * n * up).is_some()).count();
        let (back, on) = (reach(-1) as isize, reach(1) as isize);
        if back + on + 1 > longest {
            longest = back + on + 1;
            let end = |n: isize| holds(file + n * along, rank + n * up);
            line = end(-back).zip(end(on));
        }
    }
    line
}

/// Returns true if `own` has five in a row.
pub fn has_line(own: Squares) -> bool {
    WINDOW.iter().any(|window| own & window == *window)
}

/// Returns true if `own` has five in a row through `square`.
#[inline]
pub fn completes(own: Squares, square: Square) -> bool {
    THROUGH[square.index()].iter().take_while(|window| **window != 0).any(|window| own & window == *window)
}

/// The largest number of windows through one square.
const MOST_THROUGH: usize = 20;
/// For each square the windows through it, padded with empty sets.
static THROUGH: [[Squares; MOST_THROUGH]; SQUARES] = through();

const fn through() -> [[Squares; MOST_THROUGH]; SQUARES] {
    let mut table = [[0; MOST_THROUGH]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (mut count, mut window) = (0, 0);
        while window < WINDOWS {
            if WINDOW[window] & 1 << index != 0 {
                table[index][count] = WINDOW[window];
                count += 1;
            }
            window += 1;
        }
        index += 1;
    }
    table
}
