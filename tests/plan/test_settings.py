# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from diversa.plan.settings import Place, all_settings


def place(section: str, name: str) -> Place:
    return next(p for p in all_settings() if (p.section, p.name) == (section, name))


def test_options():
    assert place("roles", "quasi_identifiers").options == (
        "--qi",
        "--quasi-identifiers",
    )
    assert place("search", "cut").options == ("--cut",)
    assert place("reading", "header").options == ("--no-header",)
    assert place("reading", "trim").options == ("--trim",)


def test_only_what_is_on_is_switched_off():
    off = {place.key for place in all_settings() if place.switches_off}
    assert off == {"reading.header", "reading.quoted_missing"}
