# SPDX-License-Identifier: Apache-2.0
"""Engines for laws that are about releases, not about engines.

The engine that is shipped takes milliseconds for the smallest statement. Where few
examples are tried it takes turns with the one in memory, which gives the same release
by a law of its own; in a soak all examples are of the engine that is shipped.
"""

from __future__ import annotations

from hypothesis import strategies as st

from examples import TIMES
from memory_engine import MemoryEngine

IN_TURN = [None] if TIMES > 1 else [None, MemoryEngine(), MemoryEngine()]
"""What may be given as an engine; None is the one that is shipped."""

engines = st.sampled_from(IN_TURN)
"""One of them."""
