//! A small shell that outlives this process and kills the groups it left behind.
//!
//! It reads from a pipe which groups there are. When the pipe closes, because the run is over or because this process was
//! interrupted or killed in any way, it kills those that are left. No signal needs to be caught for that.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

const SCRIPT: &str = r#"
trap '' HUP INT TERM
left=' '
while read -r sign group; do
    case $sign in
        +) left="$left$group " ;;
        -) left="${left%% $group *} ${left#* $group }" ;;
    esac
done
for group in $left; do
    kill -s KILL -- "-$group"
done
"#;

pub(super) struct Keeper {
    child: Child,
    pipe: Option<ChildStdin>,
}

impl Keeper {
    pub(super) fn start() -> io::Result<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own: the keys that interrupt this process leave the keeper alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipe = child.stdin.take();
        Ok(Keeper { child, pipe })
    }

    pub(super) fn add(&mut self, group: u32) -> io::Result<()> {
        self.pipe.as_mut().map_or(Ok(()), |pipe| writeln!(pipe, "+ {group}"))
    }

    /// To be called before the leader of the group is waited for, so that its number is not another's yet.
    pub(super) fn remove(&mut self, group: u32) {
        // If the keeper is gone there is nothing to take back.
        let _ = self.pipe.as_mut().map_or(Ok(()), |pipe| writeln!(pipe, "- {group}"));
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.pipe = None;
        let _ = self.child.wait();
    }
}
