//! Every fault of a disk at every operation of every verb that writes.

mod outlives;
#[path = "../common/room.rs"]
mod room;
mod watch;
