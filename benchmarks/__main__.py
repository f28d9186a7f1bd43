# SPDX-License-Identifier: Apache-2.0
"""Run every benchmark, or those that are named: `python -m benchmarks search count`."""

from __future__ import annotations

import sys
from importlib import import_module

ALL = (
    "hops",
    "search",
    "partitions",
    "methods",
    "evidence",
    "models",
    "large_lattice",
    "rebuilding",
    "count",
)
"""Every benchmark, the short ones first."""

for name in sys.argv[1:] or ALL:
    print(f"\n== {name} ==", flush=True)
    arguments, sys.argv = sys.argv, sys.argv[:1]
    import_module(f"benchmarks.{name}").main()
    sys.argv = arguments
