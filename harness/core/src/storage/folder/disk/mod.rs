//! Every change that is made to a results folder, one function each, and no other place makes one. What must outlive a power cut
//! is synced here: the bytes of a file by [`Growing::sync`], the names in a folder by [`Root::sync_folder`]. Each
//! operation is told to an observer before it happens ([`Step`]): so tests let each of them fail, or be the last one.
//!
//! Beneath the folder that a user names no link is followed ([`Root`]), and no file is replaced that the program did not write: it
//! is set aside under a name of its own ([`Root::replace`]).

mod about;
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, expect(dead_code, reason = "compiled, so that it stays right"))]
mod by_path;
mod growing;
#[cfg(unix)]
mod handle;
mod named;
mod root;
mod step;

pub use about::{About, Kind};
pub use growing::Growing;
pub use named::{above, can_replace, make_folder, read, write_whole};
pub use root::{Before, NEW, Root, is_inside};
pub(crate) use step::observed;
pub use step::{Observer, Step, observe};
