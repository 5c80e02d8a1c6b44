//! All operations that change a results folder, one function each. Syncing happens here too: the content of a file by
//! [`AppendFile::sync`], the names in a folder by [`Root::sync_folder`]. An observer receives each operation before it
//! happens ([`FileOperation`]), so that tests can let each of them fail, or be the last one.
//!
//! Below the folder that a user names, links are not followed ([`Root`]), and a file that the program did not write is
//! not replaced but renamed ([`Root::replace`]).

mod append_file;
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, expect(dead_code, reason = "compiled, so that it stays right"))]
mod by_path;
mod entry;
#[cfg(unix)]
mod handle;
mod operation;
mod root;
mod size_limit;
mod user_path;

pub use append_file::AppendFile;
pub use entry::{EntryInfo, EntryKind};
pub(crate) use operation::is_observed;
pub use operation::{FileOperation, Observer, observe};
pub use root::{NEW, ReplacedFile, Root, is_inside};
pub use size_limit::check_growth;
pub(crate) use size_limit::check_length;
pub use user_path::{above, can_replace, make_folder, read, write_whole};
