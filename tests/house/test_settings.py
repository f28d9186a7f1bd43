# SPDX-License-Identifier: Apache-2.0
"""A setting is declared once: all places where it shows come from the declaration."""

from __future__ import annotations

import runpy
from dataclasses import fields
from functools import cache
from pathlib import Path

import click
import pytest
from hypothesis import Phase, find, settings

from diversa.cli.main import main
from diversa.cli.options import destination, help_of
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import SourceError
from diversa.methods import METHODS as REGISTERED_METHODS
from diversa.metrics import OBJECTIVES
from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.file import plan_from_tables, plan_to_toml
from diversa.plan.keywords import PlanKeywords, make_plan
from diversa.plan.plan import Plan
from diversa.plan.search_section import METHODS
from diversa.plan.settings import SECTIONS, all_settings
from diversa.search.planner import SEARCHES
from plans import BASE, values_of
from table_sources import as_source

ROOT = Path(__file__).parents[2]
PLACES = [pytest.param(place, id=place.key) for place in all_settings()]
EXTRA = {"population_count", "hierarchies", "kinds", "reading"}
"""Keywords that are no setting alone: part of one, tables of columns, a section."""


@cache
def other_value(key):
    """A value of a setting that is not the default, in Python."""
    setting = next(place.setting for place in all_settings() if place.key == key)
    return find(
        values_of(setting),
        lambda value: value != setting.default,
        settings=settings(phases=[Phase.generate]),
    )


@pytest.mark.parametrize("place", PLACES)
def test_every_field_of_a_section_is_declared(place):
    assert place.setting.meaning.endswith(".")
    assert place.setting.meaning[0].isupper()
    declared = {one.name for one in all_settings() if one.section == place.section}
    assert declared == {
        field.name for field in fields(SECTIONS[place.section]) if not field.kw_only
    }


@pytest.mark.parametrize("place", PLACES)
def test_it_is_a_key_of_a_plan_file(place):
    value = other_value(place.key)
    section = SECTIONS[place.section](**{place.name: value})
    plan = Plan(**{"roles": SECTIONS["roles"](), place.section: section})
    assert f"{place.name} = " in plan_to_toml(plan, base=BASE)
    written = place.setting.kind.write(value, BASE)
    tables = {place.section: {place.name: written}}
    assert plan_from_tables(tables, base=BASE) == plan


@pytest.mark.parametrize("place", PLACES)
def test_it_is_a_keyword_of_python(place):
    value = other_value(place.key)
    section = SECTIONS[place.section](**{place.name: value})
    if place.section == "reading":
        assert make_plan(reading=section).reading == section
    else:
        plan = make_plan(**{place.keyword: value})
        assert getattr(plan, place.section) == section


def test_the_keywords_for_type_checkers_are_the_declared_ones():
    declared = {one.keyword for one in all_settings() if one.section != "reading"}
    assert set(PlanKeywords.__annotations__) == declared | EXTRA
    assert set(COLUMN_TABLES) - {"identifiers"} <= EXTRA


@pytest.mark.parametrize("command", ["anonymize", "lattice", "republish", "sweep"])
def test_each_is_an_option_of_the_command_line(command):
    options = {
        option.name: option
        for option in main.get_command(click.Context(main), command).params
    }
    for place in all_settings():
        option = options[destination(place)]
        assert set(place.options) == {*option.opts, *option.secondary_opts}
        assert option.help == help_of(place)
        assert all(word in option.help for word in place.setting.choices)


def test_each_is_in_the_docs():
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for place in all_settings():
        assert f"| `{place.name}` | `{place.options[0]}` |" in page
        assert place.setting.meaning.replace("|", "\\|") in page


def test_the_page_of_settings_is_made_from_the_declarations():
    made = runpy.run_path(str(ROOT / "docs" / "settings.py"))["page"]()
    written = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert made == written, "run `make docs`"


def test_the_words_of_settings_are_those_of_the_registries():
    words = {place.name: set(place.setting.choices) for place in all_settings()}
    assert words["method"] == set(METHODS) == set(REGISTERED_METHODS)
    assert words["algorithm"] == {"auto", *SEARCHES}
    assert words["objective"] == set(OBJECTIVES)
    named = {name for place in all_settings() for name in place.setting.methods}
    assert named <= {*METHODS, "m-invariance"}


READ = [
    pytest.param(place, kind, id=f"{place.name}-{kind}")
    for place in all_settings()
    if place.section == "reading"
    for kind in ("csv", "parquet", "json", "pandas", "polars", "pyarrow")
]


@pytest.mark.parametrize(("place", "kind"), READ)
def test_a_source_that_a_setting_does_not_belong_to_refuses_it(place, kind, tmp_path):
    """Even the default is refused where it is given; what belongs is taken."""
    columns = {"zip": ["1", "2"], "ill": ["a", "b"]}
    source, belongs = as_source(kind, columns, tmp_path), place.setting.sources
    default = place.setting.default
    value = other_value(place.key) if default in (None, (), "") else default
    options = ReadOptions(**{place.name: value})
    with DuckDBEngine() as engine:
        if belongs and kind not in belongs:
            with pytest.raises(SourceError, match=rf"reading\.{place.name} must come"):
                engine.open(source, options=options)
        elif default not in (None, (), ""):
            assert engine.open(source, options=options).rows == 2
