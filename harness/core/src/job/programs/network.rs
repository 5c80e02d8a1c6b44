//! Lets a sandboxed program connect to one address and no other.
//!
//! A sandbox has its own empty network. A second process of this executable runs in the sandbox as the forwarder: it listens on
//! the address and forwards each connection through a Unix socket to a thread outside, which connects to the real address.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{OsStr, OsString};
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::{env, thread};

use tempfile::TempDir;

use super::process_label::held;
use super::shutdown_guard::ShutdownGuard;

/// The first argument that makes this executable run as the forwarder.
const FORWARD: &str = "sandbox-network";
/// Path of the socket in a sandbox.
const SOCKET: &str = "/dev/shm/network";

/// Path of this executable, if it can run as the forwarder.
static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// Runs as the forwarder and returns the exit code of the sandboxed command, if the arguments of this process say so. Otherwise
/// registers this executable as one that can be the forwarder, and returns `None`. Call it first in `main`.
pub fn run_as_forwarder() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(FORWARD)) {
        if let Ok(this) = env::current_exe() {
            EXECUTABLE.get_or_init(|| this);
        }
        return None;
    }
    let address = arguments.next().and_then(|address| address.to_str()?.parse().ok());
    let command: Vec<OsString> = arguments.collect();
    let code = address.map_or(Err(io::ErrorKind::InvalidInput.into()), |address| forward(address, &command));
    Some(ExitCode::from(code.unwrap_or_else(|error| {
        // This becomes a part of the standard error of the sandboxed program, which is logged.
        let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("network: {error}\n"));
        1
    })))
}

/// Forwards connections to `address` while `command` runs, and returns its exit code.
fn forward(address: SocketAddr, command: &[OsString]) -> io::Result<u8> {
    let listener = TcpListener::bind(address)?;
    thread::spawn(move || {
        for inner in listener.incoming().flatten() {
            if let Ok(outer) = UnixStream::connect(SOCKET) {
                connect(inner, outer);
            }
        }
    });
    let (first, rest) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let status = Command::new(first).args(rest).status()?;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
    Ok(code.clamp(0, 255) as u8)
}

/// A TCP or Unix connection.
trait Stream: io::Read + io::Write + Send + Sized + 'static {
    fn duplicate(&self) -> io::Result<Self>;
    fn end_writing(&self);
}

impl Stream for TcpStream {
    fn duplicate(&self) -> io::Result<Self> {
        self.try_clone()
    }
    fn end_writing(&self) {
        let _ = self.shutdown(Shutdown::Write);
    }
}

impl Stream for UnixStream {
    fn duplicate(&self) -> io::Result<Self> {
        self.try_clone()
    }
    fn end_writing(&self) {
        let _ = self.shutdown(Shutdown::Write);
    }
}

/// Copies bytes between two connections in both directions, each in its own thread.
fn connect(one: impl Stream, other: impl Stream) {
    if let (Ok(to_one), Ok(to_other)) = (one.duplicate(), other.duplicate()) {
        copy_until_end(one, to_other);
        copy_until_end(other, to_one);
    }
}

/// Copies bytes in a new thread until `from` ends, and then ends `to`.
fn copy_until_end(mut from: impl Stream, mut to: impl Stream) {
    thread::spawn(move || {
        // An error also ends the connection.
        let _ = io::copy(&mut from, &mut to);
        to.end_writing();
    });
}

/// The gateways of one run, by address.
#[derive(Default)]
pub(super) struct Gateways(Mutex<BTreeMap<SocketAddr, Gateway>>);

/// A Unix socket whose connections are forwarded to one address. Dropping it removes the socket.
struct Gateway {
    folder: TempDir,
    _guard: Option<ShutdownGuard>,
    is_closed: Arc<AtomicBool>,
}

impl Gateways {
    /// Returns the arguments of `bwrap` that let a program connect to `address`: options, and the prefix of the command.
    pub(super) fn arguments(&self, address: SocketAddr) -> io::Result<[Vec<OsString>; 2]> {
        let this = EXECUTABLE.get().ok_or_else(|| io::Error::other("network = … needs the program ergo"))?;
        let mut all = held(&self.0);
        let gateway = match all.entry(address) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(vacant) => vacant.insert(Gateway::open(address)?),
        };
        let socket = gateway.socket();
        let words = |words: &[&dyn AsRef<OsStr>]| words.iter().map(|word| word.as_ref().to_owned()).collect();
        let options = words(&[&"--ro-bind", this, this, &"--ro-bind", &socket, &SOCKET]);
        Ok([options, words(&[this, &FORWARD, &address.to_string()])])
    }
}

impl Gateway {
    fn open(address: SocketAddr) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let gateway = Gateway { _guard: ShutdownGuard::remove_folder(folder.path()), folder, is_closed };
        let (listener, is_closed) = (UnixListener::bind(gateway.socket())?, Arc::clone(&gateway.is_closed));
        thread::spawn(move || {
            for inner in listener.incoming().flatten() {
                if is_closed.load(Relaxed) {
                    return;
                }
                // If the address refuses the connection, dropping `inner` closes it in the sandbox.
                thread::spawn(move || TcpStream::connect(address).map(|outer| connect(inner, outer)));
            }
        });
        Ok(gateway)
    }

    fn socket(&self) -> PathBuf {
        Path::new(self.folder.path()).join("network")
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.is_closed.store(true, Relaxed);
        // Wakes the thread, which then ends.
        let _ = UnixStream::connect(self.socket());
    }
}
