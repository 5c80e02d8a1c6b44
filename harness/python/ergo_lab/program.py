"""The program `ergo`. Use `python -m ergo_lab.program` if its script is not on the path."""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command line and returns the exit status: 0 done, 1 a check failed, 2 bad input."""
    # The interpreter does not check for signals meanwhile; Ctrl-C ends the process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.program(_native.__file__, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
