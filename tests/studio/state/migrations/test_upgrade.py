# SPDX-License-Identifier: Apache-2.0
"""A state that is empty, or as it should be, or from the future."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from diversa.errors import InputError
from diversa.studio.state.migrations.upgrade import upgrade
from diversa.studio.state.records import StateRow


@pytest.fixture
def engine():
    made = create_engine("sqlite://")
    yield made
    made.dispose()


def differences(engine):
    with engine.connect() as connection:
        return compare_metadata(
            MigrationContext.configure(connection), StateRow.metadata
        )


def test_from_empty_to_what_the_records_need(engine):
    assert differences(engine)
    upgrade(engine)
    assert differences(engine) == []


def test_twice_is_once(engine):
    upgrade(engine)
    upgrade(engine)
    assert differences(engine) == []


def test_a_state_from_the_future_is_left_alone(engine):
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="later version of Diversa"):
        upgrade(engine)
