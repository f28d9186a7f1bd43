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
    assert place("reading", "header").options == ("--header", "--no-header")
    assert place("reading", "quoted_missing").options == ("--no-quoted-missing",)
    assert place("reading", "trim").options == ("--trim",)


def test_yes_and_no_are_two_options_where_both_may_be_wanted():
    assert [place.key for place in all_settings() if place.is_two_way] == [
        "search.nearby",
        "reading.header",
    ]
    assert place("reading", "header").is_switch
    assert place("search", "relaxed").is_switch
    assert not place("reading", "trim").is_switch


def test_only_what_is_on_is_switched_off():
    off = {place.key for place in all_settings() if place.switches_off}
    assert off == {"reading.quoted_missing"}
