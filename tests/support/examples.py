# SPDX-License-Identifier: Apache-2.0
"""How many examples a law is tried on, and whether they are fixed or random.

Unless told otherwise every run tries the same examples, a fifth as many as are random:
to try the same ones again finds little, and CI tries random ones too. DIVERSA_SEED=7
tries random ones, those of seed 7; DIVERSA_TIMES=20 tries twenty times as many.
"""

from __future__ import annotations

import os
from contextlib import suppress
from zlib import crc32

import numpy as np
from hypothesis import HealthCheck, settings

SEED = int(os.environ["DIVERSA_SEED"]) if os.environ.get("DIVERSA_SEED") else None
"""The seed of the random examples; None for the fixed ones."""
TIMES = int(os.environ.get("DIVERSA_TIMES") or 1)
"""How many times as many examples as usual are tried."""


def so_many(number: int) -> int:
    """How many examples are tried where so many random ones are to be."""
    return number * TIMES if SEED is not None else max(1, number * TIMES // 5)


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
    # Hypothesis would draw constants of the modules that are loaded, and so other
    # examples where other tests ran before.
    with suppress(ImportError):
        from hypothesis.internal.conjecture import providers

        providers.is_local_module_file = lambda _: False


def examples(number: int) -> settings:
    """Try a law on so many random examples, on more where more were asked for."""
    return settings(max_examples=so_many(number))


def generator(law: str) -> np.random.Generator:
    """Random numbers for a law that draws its examples itself."""
    return np.random.default_rng([SEED or 0, crc32(law.encode())])
