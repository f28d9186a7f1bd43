# SPDX-License-Identifier: Apache-2.0
"""Run every benchmark, or those that are named: `python -m benchmarks search count`.

What got slower than the run that was recorded last is told at the end; with `--record`
this run is recorded.
"""

from __future__ import annotations

import sys
from importlib import import_module

from benchmarks.record import finish

ALL = (
    "hops",
    "start",
    "search",
    "partitions",
    "methods",
    "evidence",
    "models",
    "many_tuples",
    "large_lattice",
    "rebuilding",
    "count",
    "writing",
    "studio",
    "engines",
    "scale",
)
"""Every benchmark, the short ones first."""

names = [name for name in sys.argv[1:] if name != "--record"]
for name in names or ALL:
    print(f"\n== {name} ==", flush=True)
    arguments, sys.argv = sys.argv, sys.argv[:1]
    import_module(f"benchmarks.{name}").main()
    sys.argv = arguments
finish(keep="--record" in sys.argv)
