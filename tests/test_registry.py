# SPDX-License-Identifier: Apache-2.0
"""Registries: built-in names, names of installed packages, and what is refused."""

from __future__ import annotations

import pytest

from diversa.errors import InputError, ModelError, PlanError
from diversa.metrics import OBJECTIVES, objective
from diversa.models import MODELS, KAnonymity, TCloseness, audited, parse
from diversa.models.named_distances import DISTANCES
from diversa.registry import Registry, all_entries, entry_points_of
from installed_package import forget, install
from toy_metrics import LargestGroup
from toy_models import LargestShare, OddSize


def anything(name, thing):
    del name
    return thing


@pytest.fixture
def installed(tmp_path_factory, monkeypatch):
    """Install a package with entry points of its own, for one test.

    Its folder has a name that no other has: entry points are looked for once for each
    path, and older versions of pytest give the name of a folder that is gone again.
    """

    def put(entry_points=None, *, name="own_package"):
        folder = tmp_path_factory.mktemp("installed") / name
        monkeypatch.syspath_prepend(str(install(folder, entry_points)))

    yield put
    forget()


def test_installed_names_come_after_built_in_ones(installed):
    names = list(MODELS)
    assert "odd-size" not in MODELS
    installed()
    assert list(MODELS) == [*names, "odd-size", "largest-share"]
    assert len(MODELS) == len(names) + 2
    assert list(OBJECTIVES)[-1] == "largest-group"
    assert list(DISTANCES)[-1] == "by-length"


def test_a_spec_string_of_an_installed_model(installed):
    installed()
    model = parse("largest-share:0.5,on=ill")
    assert type(model) is MODELS["largest-share"]
    assert parse(model.spec) == model
    assert objective("largest-group").name == "largest-group"
    assert TCloseness(0.2, distance="by-length").distance == "by-length"


def test_an_audit_reports_what_installed_models_report(installed, monkeypatch):
    installed({"diversa.models": {"odd-size": "own_package.toy_models:OddSize"}})
    own = MODELS["odd-size"]
    monkeypatch.setattr(own, "audited", classmethod(lambda cls: (cls(1),)))
    assert [model.spec for model in audited([])] == ["k-anonymity:1", "odd-size:1"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nowhere.at_all:Model", "own_package must refer to something that can be"),
        ("own_package.toy_models:Nothing", "AttributeError"),
        ("own_package.toy_models:np", "'odd-size' must be a subclass of Model"),
        ("own_package.toy_models:LargestShare", "by the name largest-share, got 'odd-"),
    ],
)
def test_what_is_no_model_is_refused(installed, target, message):
    installed({"diversa.models": {"odd-size": target}})
    with pytest.raises(InputError, match=message):
        parse("odd-size:3")
    assert parse("k-anonymity:3") == KAnonymity(3)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("own_package.toy_models:OddSize", "must be an Objective"),
        ("own_package.toy_distances:by_length", "must be an Objective"),
        ("own_package.toy_metrics:LargestGroup", "largest-group must be registered"),
    ],
)
def test_what_is_no_metric_is_refused(installed, target, message):
    installed({"diversa.metrics": {"waste": target}})
    with pytest.raises(PlanError, match=message):
        objective("waste")


def test_what_is_no_distance_is_refused(installed):
    installed({"diversa.distances": {"far": "own_package.toy_models:__doc__"}})
    with pytest.raises(ModelError, match="'far' must be a function from a sensitive"):
        DISTANCES["far"]


def test_a_built_in_name_stays_what_it_is(installed):
    installed({"diversa.models": {"k-anonymity": "own_package.toy_models:OddSize"}})
    assert MODELS["k-anonymity"] is KAnonymity
    with pytest.raises(InputError, match="'k-anonymity' of own_package must not have"):
        list(MODELS)


def test_two_packages_with_one_name(tmp_path, monkeypatch):
    for name, target in (("first", "a:A"), ("second", "b:B")):
        entries = {"diversa.models": {"odd-size": target}}
        folder = install(tmp_path / name, entries, name=name)
        monkeypatch.syspath_prepend(str(folder))
    with pytest.raises(InputError, match="declared by one package, got second and fir"):
        parse("odd-size:3")


def test_what_a_process_adds_and_removes():
    registry = Registry("diversa.tests", {"one": 1}, anything)
    registry.add("two", 2)
    assert dict(registry) == {"one": 1, "two": 2}
    for name in registry:
        with pytest.raises(InputError, match="must be a new one"):
            registry.add(name, 3)
    registry.remove("two")
    assert "two" not in registry
    with pytest.raises(KeyError):
        registry["two"]


def test_what_is_added_is_checked():
    with pytest.raises(ModelError, match="by the name odd-size, got 'even-size'"):
        MODELS.add("even-size", OddSize)
    with pytest.raises(PlanError, match="registered by its name"):
        OBJECTIVES.add("smallest-group", LargestGroup)
    assert "even-size" not in MODELS
    assert LargestShare.name() not in MODELS


def test_installed_packages_are_looked_through_once():
    group = "diversa.tests.nothing"
    registry = Registry(group, {}, anything)
    before = entry_points_of.cache_info()
    assert [name in registry for name in "abc"] == [False] * 3
    after = entry_points_of.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 2)


def test_all_groups_share_one_look():
    before = all_entries.cache_info().misses
    for group in ("diversa.tests.first", "diversa.tests.second"):
        assert "name" not in Registry(group, {}, anything)
    assert all_entries.cache_info().misses <= before + 1


def test_a_built_in_name_is_found_without_a_look(monkeypatch):
    def look(*asked):
        raise AssertionError(asked)

    monkeypatch.setattr("diversa.registry.entry_points_of", look)
    assert parse("t-closeness:0.2,distance=ordered").distance == "ordered"
    assert objective("loss").name == "loss"
