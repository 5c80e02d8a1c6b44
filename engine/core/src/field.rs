//! A value in a record, with its type: what is written need not be read again to be reckoned with.

use std::any::Any;
use std::fmt::{self, Display};

use crate::seat::Seat;

/// A value in a record.
///
/// ```
/// use ergo_core::Field;
///
/// let fields: [Field<'_>; 4] = [7_u8.into(), "draw".into(), None::<i32>.into(), Field::Shown(&2.5)];
/// assert_eq!(fields.map(|field| field.to_string()), ["7", "draw", "", "2.5"]);
/// ```
#[derive(Clone, Copy)]
pub enum Field<'v> {
    /// A whole number.
    Whole(i64),
    /// A text; an empty one for nothing.
    Text(&'v str),
    /// Anything else, as it shows itself.
    Shown(&'v dyn Shown),
}

/// A value that can be shown, and known again by its type.
pub trait Shown: Display {
    /// The value itself.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Display + 'static> Shown for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<'v> Field<'v> {
    /// The value of this type, if it is of it.
    pub fn known<T: 'static>(self) -> Option<&'v T> {
        match self {
            Field::Shown(shown) => shown.as_any().downcast_ref(),
            _ => None,
        }
    }
}

impl Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Whole(number) => number.fmt(f),
            Field::Text(text) => text.fmt(f),
            Field::Shown(shown) => shown.fmt(f),
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
        Field::Shown(value)
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

// No count of a record comes near what a signed one cannot hold.
whole!(bool, u8, u16, u32, u64, usize, i32, i64);
