# SPDX-License-Identifier: Apache-2.0
"""Run every benchmark, or those that are named: `python -m benchmarks search count`.

What got slower than the run that was recorded last is told at the end; with `--record`
this run is recorded.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.arguments import HELP, about
from benchmarks.record import finish

ALL = (
    "hops",
    "start",
    "search",
    "partitions",
    "methods",
    "memory",
    "evidence",
    "models",
    "many_tuples",
    "large_lattice",
    "rebuilding",
    "rehearsals",
    "two_tables",
    "count",
    "writing",
    "studio",
    "engines",
    "people",
    "people_nodes",
    "linked",
    "scale",
)
"""Every benchmark, the short ones first."""


def help_on(names: Sequence[str]) -> str:
    """What the named benchmarks measure; without a name, a line on each of all."""
    if names:
        return "\n\n".join(f"{name}: {about(name)}" for name in names)
    lines = [f"  {name:13}  {about(name).splitlines()[0]}" for name in ALL]
    tail = "`python -m benchmarks NAME --help` tells more of one."
    return "\n".join([(__doc__ or "").strip(), "", *lines, "", tail])


def main() -> None:
    """Run what was named."""
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    names = [word for word in sys.argv[1:] if word not in options]
    unknown = [name for name in names if name not in ALL]
    unknown += [word for word in options if word not in ("--record", *HELP)]
    if unknown:
        there = f"there are --record, --help, {', '.join(ALL)}"
        print(f"benchmarks: there is no '{unknown[0]}'; {there}", file=sys.stderr)
        raise SystemExit(2)
    if set(options) & set(HELP):
        print(help_on(names))
        return
    for name in names or ALL:
        print(f"\n== {name} ==", flush=True)
        sys.argv[1:] = []  # what is said here is not meant for it
        import_module(f"benchmarks.{name}").main()
    finish(keep="--record" in options)


if __name__ == "__main__":
    main()
