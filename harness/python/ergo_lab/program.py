"""The program `ergo`, as the binary of the same name: `python -m ergo_lab.program` where its script is not on the path."""

import signal
import sys

from . import _native


def main() -> int:
    """Does what the command line says and gives the exit code: 0 done, 1 a check failed, 2 bad input."""
    # The interpreter is not asked meanwhile: Ctrl-C ends the program, as it ends the binary.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.program(_native.__file__, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
