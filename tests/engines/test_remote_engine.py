# SPDX-License-Identifier: Apache-2.0
"""What PostgreSQL and Spark share: a local engine that starts when it is needed."""

from __future__ import annotations

import pandas as pd
import pytest

from diversa.engines.engine import Engine
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.remote_engine import RemoteEngine
from diversa.errors import InputError


def test_a_limit_of_memory_is_the_budget():
    assert PostgresEngine(memory_limit="2GB").budget() == 2_000_000_000
    assert PostgresEngine().budget() is None


def test_what_was_closed_does_not_start_again():
    engine = PostgresEngine("postgresql://nowhere/none")
    assert isinstance(engine, RemoteEngine)
    assert isinstance(engine, Engine)
    engine.close()
    engine.close()
    with pytest.raises(InputError, match="engine: is closed"):
        engine.session  # noqa: B018 - it is a property that begins a session


def test_the_local_engine_goes_with_the_engine():
    engine = PostgresEngine()
    table = engine.local.open(pd.DataFrame({"zip": ["1", "2"]}))
    local = engine.local
    assert local.values(table, "zip").texts == ("1", "2")
    engine.close()
    assert engine.local is not local
    engine.local.close()
