# SPDX-License-Identifier: Apache-2.0
"""The start of the program `diversa`: Ctrl-C ends it quietly before a command runs.

To import what a command needs takes a tenth of a second and more. This module imports
nothing of that, so that it can listen meanwhile; not even `signal`, which brings `enum`
and `functools`, but the module under it.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

STOPPED = 128 + signal.SIGINT
"""The exit code that shells report after Ctrl-C."""


def main() -> None:
    """Import the commands and run the one that is meant."""
    listening = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if listening:
            signal.signal(signal.SIGINT, leave)
        from diversa.cli.main import main as command

        if listening:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command(prog_name="diversa")
    except KeyboardInterrupt:  # beside the work; a command handles its own
        sys.exit(STOPPED)


def leave(number: int, frame: FrameType | None) -> None:
    """End at once: nothing is open yet.

    An exception will not do, for some modules take one for a failed import.
    """
    del frame
    os._exit(128 + number)


if __name__ == "__main__":
    main()
