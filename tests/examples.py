# SPDX-License-Identifier: Apache-2.0
"""How many examples a law is tried on, and whether they are fixed or random.

Unless told otherwise every run tries the same examples, half as many as are random:
to try the same ones again finds little. DIVERSA_SEED=7 tries random ones, those of seed
7; DIVERSA_TIMES=20 tries twenty times as many.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import cache, lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from hypothesis import HealthCheck, settings

SEED = int(os.environ["DIVERSA_SEED"]) if os.environ.get("DIVERSA_SEED") else None
"""The seed of the random examples; None for the fixed ones."""
TIMES = int(os.environ.get("DIVERSA_TIMES") or 1)
"""How many times as many examples as usual are tried."""


def so_many(number: int) -> int:
    """How many examples are tried where so many random ones are to be."""
    return number * TIMES if SEED is not None else max(1, number * TIMES // 2)


def load_profile() -> None:
    """Tell Hypothesis what examples to try.

    No example is kept from one run to the next and no clock decides, so that a run can
    be repeated anywhere. A fixture may serve all examples of a law.
    """
    settings.register_profile(
        "diversa",
        derandomize=SEED is None,
        max_examples=so_many(100),
        database=None,
        deadline=None,
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.function_scoped_fixture,
        ],
    )
    settings.load_profile("diversa")
    leave_out()


def leave_out() -> None:
    """Let Hypothesis leave out what these laws do not need; other versions do it."""
    # It would draw constants of the modules that are loaded, and so other examples
    # where other tests ran before.
    with suppress(ImportError):
        from hypothesis.internal.conjecture import providers

        providers.is_local_module_file = lambda _: False
    # It sets and restores the shared generators of Python and NumPy around every
    # example, and nothing here draws from those.
    with suppress(ImportError):
        from hypothesis import control, core
        from hypothesis.strategies._internal import core as strategies

        core.deterministic_PRNG = nullcontext
        for module in (control, strategies):
            module.deprecate_random_in_strategy = lambda *_: nullcontext()
    # It reads the source of a law again for each of its parameters, twice.
    with suppress(ImportError, AttributeError):
        from hypothesis import core
        from hypothesis.internal import reflection

        reflection._clean_source = cache(reflection._clean_source)
        core.function_digest = last_kept(core.function_digest)


def last_kept(digest: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """The digest of a function; that of the same function as last is known."""
    known = lru_cache(maxsize=1)(lambda function, _: digest(function))
    name = "_hypothesis_internal_add_digest"  # it tells parameters apart
    return lambda function: known(function, getattr(function, name, b""))


def examples(number: int) -> settings:
    """Try a law on so many random examples, on more where more were asked for."""
    return settings(max_examples=so_many(number))


def generator(law: str) -> np.random.Generator:
    """Random numbers for a law that draws its examples itself."""
    return np.random.default_rng([SEED or 0, crc32(law.encode())])
