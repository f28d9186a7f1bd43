# SPDX-License-Identifier: Apache-2.0
"""What a release of a series says of itself beside what every release says."""

from __future__ import annotations

from diversa.codec import to_json
from series_tables import FIRST, SECOND


def test_the_first_release_has_nothing_to_disclose(publish):
    release = publish(FIRST)
    assert release.discloses == ()
    assert (release.rows_out, release.republication.fewest_people) == (2, 2)
    assert release.to_json()["republication"] == to_json(release.republication)


def test_counterfeits_are_rows_but_no_people(publish):
    publish(FIRST)
    release = publish(SECOND)
    assert (release.rows_out, release.republication.fewest_people) == (2, 1)
    (said,) = release.discloses
    assert said.startswith("1 of the rows are counterfeit")
    assert to_json(release.republication) == {
        "m": 2,
        "release": 2,
        "counterfeits": 1,
        "fewest_people": 1,
        "waiting": 1,
        "withheld": 0,
        "persons": 2,
        "signatures": 1,
        "holds": True,
    }


def test_the_manifest_promises_what_one_release_can(publish):
    """The fingerprint of the plan is that of the plan as it was given."""
    release = publish(FIRST)
    manifest = release.manifest(None, {})
    assert [model.spec for model in manifest.models] == ["m-uniqueness:2,on=ill"]
    assert manifest.republication is release.republication
