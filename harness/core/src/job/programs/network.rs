//! The one address that a program in a sandbox can reach.
//!
//! A sandbox has a network of its own with nothing in it. This program, started in the sandbox, listens there on the same
//! address and passes each connection through a Unix socket to a thread outside, which connects to the address and to no other.

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

/// The first argument of this program where it passes on connections within a sandbox.
const FORWARD: &str = "sandbox-network";
/// The socket as it is seen in a sandbox.
const SOCKET: &str = "/dev/shm/network";

/// This program, if it can pass on connections.
static THIS: OnceLock<PathBuf> = OnceLock::new();

/// Passes on connections, if this process was started for that within a sandbox, until its command has ended. Otherwise declares
/// that the file of this process can do so.
pub fn forwarded() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(FORWARD)) {
        if let Ok(this) = env::current_exe() {
            THIS.get_or_init(|| this);
        }
        return None;
    }
    let address = arguments.next().and_then(|address| address.to_str()?.parse().ok());
    let command: Vec<OsString> = arguments.collect();
    let code = address.map_or(Err(io::ErrorKind::InvalidInput.into()), |address| forward(address, &command));
    Some(ExitCode::from(code.unwrap_or_else(|error| {
        // Standard error of the program, whose log shows it.
        let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("network: {error}\n"));
        1
    })))
}

/// Listens on `address`, passes on what comes, and gives the exit code of `command`.
fn forward(address: SocketAddr, command: &[OsString]) -> io::Result<u8> {
    let listener = TcpListener::bind(address)?;
    thread::spawn(move || {
        for inner in listener.incoming().flatten() {
            if let Ok(outer) = UnixStream::connect(SOCKET) {
                join(inner, outer);
            }
        }
    });
    let (first, rest) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let status = Command::new(first).args(rest).status()?;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
    Ok(code.clamp(0, 255) as u8)
}

/// A connection, of either kind.
trait Stream: io::Read + io::Write + Send + Sized + 'static {
    fn copy(&self) -> io::Result<Self>;
    fn shut(&self);
}

impl Stream for TcpStream {
    fn copy(&self) -> io::Result<Self> {
        self.try_clone()
    }
    fn shut(&self) {
        let _ = self.shutdown(Shutdown::Write);
    }
}

impl Stream for UnixStream {
    fn copy(&self) -> io::Result<Self> {
        self.try_clone()
    }
    fn shut(&self) {
        let _ = self.shutdown(Shutdown::Write);
    }
}

/// Passes bytes between two connections, each way until its end, in threads of their own.
fn join(one: impl Stream, other: impl Stream) {
    if let (Ok(to_one), Ok(to_other)) = (one.copy(), other.copy()) {
        pass(one, to_other);
        pass(other, to_one);
    }
}

fn pass(mut from: impl Stream, mut to: impl Stream) {
    thread::spawn(move || {
        // A connection that breaks has ended.
        let _ = io::copy(&mut from, &mut to);
        to.shut();
    });
}

/// The gateways of one run, by address.
#[derive(Default)]
pub(super) struct Gateways(Mutex<BTreeMap<SocketAddr, Gateway>>);

/// A Unix socket whose connections go to one address. It is gone when this is dropped.
struct Gateway {
    folder: TempDir,
    _guard: Option<ShutdownGuard>,
    is_closed: Arc<AtomicBool>,
}

impl Gateways {
    /// Returns the arguments of `bwrap` that let a program connect to `address`: those that come before the command, and the
    /// beginning of the command.
    pub(super) fn arguments(&self, address: SocketAddr) -> io::Result<[Vec<OsString>; 2]> {
        let this = THIS.get().ok_or_else(|| io::Error::other("network = … needs the program ergo"))?;
        let mut all = held(&self.0);
        let gateway = match all.entry(address) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(vacant) => vacant.insert(Gateway::open(address)?),
        };
        let socket = gateway.socket();
        let words = |words: &[&dyn AsRef<OsStr>]| words.iter().map(|word| word.as_ref().to_owned()).collect();
        let seen = words(&[&"--ro-bind", this, this, &"--ro-bind", &socket, &SOCKET]);
        Ok([seen, words(&[this, &FORWARD, &address.to_string()])])
    }
}

impl Gateway {
    fn open(address: SocketAddr) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let gateway = Gateway { _guard: ShutdownGuard::remove(folder.path()), folder, is_closed };
        let (listener, is_closed) = (UnixListener::bind(gateway.socket())?, Arc::clone(&gateway.is_closed));
        thread::spawn(move || {
            for inner in listener.incoming().flatten() {
                if is_closed.load(Relaxed) {
                    return;
                }
                // One that is refused outside is closed inside.
                thread::spawn(move || TcpStream::connect(address).map(|outer| join(inner, outer)));
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
