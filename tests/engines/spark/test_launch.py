# SPDX-License-Identifier: Apache-2.0
"""A session that runs keeps its limits; one that is started gets them."""

from __future__ import annotations

import pytest

from diversa.engines.limits import EngineLimits
from diversa.engines.spark.launch import limit_settings, start_session
from diversa.errors import InputError

pytestmark = pytest.mark.spark


def test_a_session_that_runs_keeps_its_limits(spark):
    del spark
    with pytest.raises(InputError, match="keeps its master"):
        start_session("local[1]", EngineLimits())
    session = start_session(None, EngineLimits())
    session.close()
    assert session.user.range(1).count() == 1


def test_what_spark_is_told_of_limits():
    assert limit_settings("yarn", EngineLimits(threads=2)) == {"spark.master": "yarn"}
    assert limit_settings(None, EngineLimits("2GiB", 3)) == {
        "spark.master": "local[3]",
        "spark.driver.memory": "2048m",
    }
