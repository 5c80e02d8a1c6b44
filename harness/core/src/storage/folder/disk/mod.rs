//! Every change that is made to a results folder, one function each, and no other place makes one. What must outlive a power cut
//! is synced here: the bytes of a file by [`AppendFile::sync`], the names in a folder by [`Root::sync_folder`]. Each
//! operation is told to an observer before it happens ([`FileOperation`]): so tests let each of them fail, or be the last one.
//!
//! Beneath the folder that a user names no link is followed ([`Root`]), and no file is replaced that the program did not write: it
//! is set aside under a name of its own ([`Root::replace`]).

mod append_file;
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, expect(dead_code, reason = "compiled, so that it stays right"))]
mod by_path;
mod entry;
#[cfg(unix)]
mod handle;
mod operation;
mod root;
mod user_path;

pub use append_file::AppendFile;
pub use entry::{EntryInfo, EntryKind};
pub(crate) use operation::is_observed;
pub use operation::{FileOperation, Observer, observe};
pub use root::{NEW, ReplacedFile, Root, is_inside};
pub use user_path::{above, can_replace, make_folder, read, write_whole};
