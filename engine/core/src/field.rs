//! One value of a record, with its type, so that readers need not parse the text again.

use std::any::Any;
use std::fmt::{self, Display};

use crate::seat::Seat;

/// One value of a record.
///
/// ```
/// use ergo_core::Field;
///
/// let fields: [Field<'_>; 4] = [7_u8.into(), "draw".into(), None::<i32>.into(), Field::Other(&2.5)];
/// assert_eq!(fields.map(|field| field.to_string()), ["7", "draw", "", "2.5"]);
/// ```
#[derive(Clone, Copy)]
pub enum Field<'v> {
    /// An integer.
    Whole(i64),
    /// A text. The empty text stands for a missing value.
    Text(&'v str),
    /// Any other value, written by its `Display`.
    Other(&'v dyn DisplayAny),
}

/// A displayable value that can be downcast to its type.
pub trait DisplayAny: Display {
    /// Returns the value as [`Any`].
    fn as_any(&self) -> &dyn Any;
}

impl<T: Display + 'static> DisplayAny for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<'v> Field<'v> {
    /// Returns the value of a [`Field::Other`] if its type is `T`.
    pub fn downcast<T: 'static>(self) -> Option<&'v T> {
        match self {
            Field::Other(shown) => shown.as_any().downcast_ref(),
            _ => None,
        }
    }
}

impl Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Whole(number) => number.fmt(f),
            Field::Text(text) => text.fmt(f),
            Field::Other(shown) => shown.fmt(f),
        }
    }
}

impl<'v> From<&'v str> for Field<'v> {
    fn from(text: &'v str) -> Self {
        Field::Text(text)
    }
}

impl<'v, T: Display + 'static> From<&'v T> for Field<'v> {
    fn from(value: &'v T) -> Self {
        Field::Other(value)
    }
}

impl From<Seat> for Field<'_> {
    fn from(seat: Seat) -> Self {
        Field::Whole(seat.number() as i64)
    }
}

impl<'v, T: Into<Field<'v>>> From<Option<T>> for Field<'v> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Field::Text(""), Into::into)
    }
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl From<$number> for Field<'_> {
            fn from(number: $number) -> Self {
                Field::Whole(number as i64)
            }
        })*
    };
}

// Counts in records fit into an `i64`.
whole!(bool, u8, u16, u32, u64, usize, i32, i64);
