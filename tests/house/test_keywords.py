# SPDX-License-Identifier: Apache-2.0
"""Every keyword of every front function is used or refused, for tables and folders.

Each is given a value that cannot be used: whoever looks at it must refuse it. A keyword
that has no such value is named in `ANY_VALUE`, with what shows that it is used.
"""

from __future__ import annotations

import inspect
from functools import partial

import pytest

import diversa
from diversa.data.examples import inpatients, write_csv
from diversa.data.read_options import ReadOptions
from diversa.errors import InputError
from diversa.plan.keywords import PlanKeywords
from diversa.plan.uses import USED

ROLES = {"quasi_identifiers": ["zip", "age"], "sensitive": "condition"}
PLANNED = {**ROLES, "models": "k-anonymity:2"}
VISITS = {
    "person": "id",
    "quasi_identifiers": "age",
    "visits": "visits.csv",
    "visit_quasi_identifiers": "ward",
    "models": "k-anonymity:2",
}

WRONG = {
    "published": "table.csv",
    "explain": -1,
    "quasi_identifiers": "nonsense",
    "sensitive": "nonsense",
    "identifiers": "nonsense",
    "models": "nonsense",
    "missing": "nonsense",
    "known_visits": "nonsense",
    "missing_person": "nonsense",
    "groups": -1,
    "reading": ReadOptions(encoding="nonsense"),
    "engine": "nonsense",
    "title": 5,
    "author": 5,
    "language": "nonsense",
    "kinds": {"age": "nonsense"},
    "population": "nowhere.csv",
    "population_count": "nonsense",  # without a population
    "reference": "nowhere.csv",
    "rehearse": "nonsense",
    "original": "nowhere.csv",
    "hierarchies": {"age": object()},
    "known": "nowhere.csv",
    "target": {"nonsense": 1},
    "exclude": "flu",  # of nobody
    "neighbours": ["no such value"],
    "releases": ["nowhere.csv"],  # without a key
    "key": "nonsense",  # without releases
    "assumptions": diversa.Assumptions(widths={"nonsense": 1}),
    "sampling_fraction": 2,
    "threshold": 2,
    "nearly": 2,
    "most": 0,
    "plan": "nowhere.toml",
    "format": "nonsense",
    "tokens": "nowhere/tokens.csv",
    "mapping": "nowhere/mapping.csv",
    "recoding": "nowhere/recoding.json",
    "ledger": ".",  # a folder
    "levels": {"nonsense": 1},
    "unseen": "nonsense",
    "suppression": 2,
    "keep_anyway": "nonsense",
    "person": "nonsense",
    "weight": "nonsense",
    "count": "nonsense",
    "rows_are_people": "nonsense",
    "not_the_subject": "nonsense",
    "visits": "nowhere.csv",
    "visit_person": "nonsense",
    "register": "nowhere/register.json",
    "out": __file__,
    "over": {"nonsense": [2]},
    "privacy": "nonsense",
}
"""A value of each keyword that cannot be used."""

ANY_VALUE = {
    "ignore_suppressed": "tests/audits/test_audit.py",
    "replace": "tests/test_pipeline.py, tests/cli/test_atomicity.py",
    "seed": "tests/attacks/test_attack.py, tests/comparisons/test_comparison.py",
    "first": "tests/series",
    "apart": "tests/series/test_append.py",
    "again": "tests/series/test_append.py",
    "keep_order": "tests/engines/test_fetch.py",
    "evidence": "tests/release/test_release.py",
    "second_release_anyway": "tests/ledger/test_look_back.py",
    "phases": "tests/cli/test_terminal.py",
}
"""Keywords of which every value can be used, and where their use is tested."""

CALLS = {
    "audit": (("table.csv",), ROLES),
    "attack": (("table.csv",), ROLES),
    "risk": (("table.csv",), {"quasi_identifiers": ["zip", "age"]}),
    "compare": (("table.csv", "table.csv"), ROLES),
    "write_report": (("table.csv",), {**ROLES, "out": "page.html"}),
    "suggest": (("table.csv",), {}),
    "anonymize": (("table.csv",), {**PLANNED, "out": "new"}),
    "anonymize_linked": (("people.csv",), {**VISITS, "out": "two"}),
    "lattice": (("table.csv",), PLANNED),
    "open": (("table.csv",), ROLES),
    "sweep": (("table.csv",), {**PLANNED, "over": {"k": [2]}}),
    "apply": (("table.csv", "recoding.json"), {"out": "later"}),
    "append": (
        ("table.csv", "recoding.json"),
        {"out": "grown", "register": "register.json", "first": True},
    ),
    "m_invariance": ((["table.csv"],), {**ROLES, "key": "name"}),
}
"""A call of each front function that works."""

FOLDERS = {
    "audit_release": (("release",), {}),
    "audit_linked": (("linked",), {}),
    "attack": (("release",), {}),
    "compare": (("release", "release"), {}),
    "write_report": (("release",), {"out": "page.html"}),
}
"""The same for those that take the folder of a release."""


WITHOUT_A_TABLE = {
    "hospital",
    "inpatients",
    "make_plan",
    "plan_to_toml",
    "read_plan",
}
"""Functions that take plans, or make an example."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A table and a release of it."""
    folder = tmp_path_factory.mktemp("keywords")
    write_csv(inpatients(), folder / "table.csv")
    targets = {"out": folder / "release", "recoding": folder / "recoding.json"}
    diversa.anonymize(folder / "table.csv", **targets, **PLANNED)
    write_csv({"id": ["1", "2"], "age": ["4", "5"]}, folder / "people.csv")
    write_csv({"id": ["1", "2"], "ward": ["A", "B"]}, folder / "visits.csv")
    words = {**VISITS, "visits": folder / "visits.csv", "out": folder / "linked"}
    diversa.anonymize_linked(folder / "people.csv", **words)
    return folder


def parameters_of(name):
    return list(inspect.signature(getattr(diversa, name)).parameters.values())


def keywords_of(name):
    """The own words of a function, its plan, and the words of a plan that it uses."""
    own = [one.name for one in parameters_of(name) if one.kind is one.KEYWORD_ONLY]
    has_plan = any(one.name == "plan" for one in parameters_of(name))
    return [*own, *(["plan"] if has_plan else []), *USED.get(name, ())]


CASES = [
    pytest.param(name, call, word, id=f"{name}-{where}-{word}")
    for where, calls in (("table", CALLS), ("folder", FOLDERS))
    for name, call in calls.items()
    for word in keywords_of(name)
    if word not in ANY_VALUE
]


@pytest.mark.parametrize(("name", "call", "word"), CASES)
def test_a_value_that_cannot_be_used_is_refused(tables, monkeypatch, name, call, word):
    monkeypatch.chdir(tables)
    arguments, keywords = call
    with pytest.raises(InputError):
        getattr(diversa, name)(*arguments, **{**keywords, word: WRONG[word]})


@pytest.mark.parametrize("name", [*CALLS, *FOLDERS, "republish"])
def test_a_keyword_that_does_not_exist_is_refused(tables, monkeypatch, name):
    monkeypatch.chdir(tables)
    arguments, keywords = {**CALLS, **FOLDERS}.get(name, (("table.csv",), PLANNED))
    if name == "republish":
        keywords = {**keywords, "key": "zip", "register": "register.json"}
    with pytest.raises((InputError, TypeError), match="nonsense"):
        getattr(diversa, name)(*arguments, **keywords, nonsense=1)


def test_every_front_function_is_looked_at():
    """Functions that read a table; the others take what Python made of one."""
    functions = {n for n in dir(diversa) if inspect.isfunction(getattr(diversa, n))}
    assert functions - WITHOUT_A_TABLE == {*CALLS, *FOLDERS, "republish"}


RECODED = {"apply", "append"}
"""Functions that take a recoding in place of a plan."""

SEVERAL = {"compare": ["first", "second"], "m_invariance": ["releases"]}
"""Functions that look at several tables."""


@pytest.mark.parametrize("name", [*CALLS, *FOLDERS, "republish"])
def test_every_front_function_has_the_same_signature(name):
    """Its tables, a plan, its own words by keyword only, and the words of a plan."""
    every = parameters_of(name)
    placed = [one for one in every if one.kind is one.POSITIONAL_OR_KEYWORD]
    plan = "recoding" if name in RECODED else "plan"  # a recoding holds its plan
    assert [one.name for one in placed] == [*SEVERAL.get(name, ["source"]), plan]
    assert plan == "recoding" or placed[-1].default is None
    assert every[-1].kind is every[-1].VAR_KEYWORD
    assert every[-1].name == "words"
    own = {one.name for one in every if one.kind is one.KEYWORD_ONLY}
    assert not own & PlanKeywords.__annotations__.keys()


@pytest.mark.parametrize("name", USED)
def test_words_that_a_function_has_no_use_for_are_refused(tables, monkeypatch, name):
    monkeypatch.chdir(tables)
    arguments, keywords = {**CALLS, **FOLDERS}[name]
    for word in PlanKeywords.__annotations__.keys() - set(USED[name]):
        with pytest.raises(InputError, match=f"{word}: must be left out of {name}"):
            getattr(diversa, name)(*arguments, **{**keywords, word: "x"})


BY_WORDS = {**PLANNED, "reading": ReadOptions(delimiter=";")}


@pytest.mark.parametrize("name", sorted({*USED} - {*RECODED, "m_invariance"}))
def test_a_plan_says_what_words_say(tables, monkeypatch, name):
    """As an object, and as the path of its file; a release takes what is beside it."""
    monkeypatch.chdir(tables)
    (tables / "other.csv").write_bytes(
        (tables / "table.csv").read_bytes().replace(b",", b";")
    )
    plan = diversa.make_plan(**BY_WORDS, title="A title")
    (tables / "plan.toml").write_text(diversa.plan_to_toml(plan), encoding="utf-8")
    arguments, keywords = {**FOLDERS, **CALLS}[name]
    sources = [one.replace("table", "other") for one in arguments]
    own = {word: keywords[word] for word in keywords if word not in BY_WORDS}
    words = {word: BY_WORDS[word] for word in BY_WORDS if word in USED[name]}
    call = partial(getattr(diversa, name), *sources, **own)
    answers = [call(**words), call(plan=plan), call(plan="plan.toml")]
    shown = [getattr(one, "to_json", lambda one=one: one)() for one in answers]
    assert shown[0] == shown[1] == shown[2]
