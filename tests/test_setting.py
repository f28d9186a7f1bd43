# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from diversa.errors import PlanError
from diversa.setting import Section, setting, settings_of
from diversa.setting_kind import (
    FLAG,
    TEXT,
    TEXTS,
    WHOLE,
    WORD,
    SettingError,
)


@dataclass(frozen=True)
class Drawing(Section, name="drawing"):
    seed: int = setting(WHOLE, "What is drawn with.", default=0, low=0)
    width: str = setting(
        WORD, "How.", default="thin", choices={"thin": "1", "fat": "9"}
    )
    names: tuple[str, ...] = setting(TEXTS, "Who.", default=())
    title: str | None = setting(TEXT, "What it is called.", default=None)
    framed: bool = setting(FLAG, "With a frame.", default=False)


def test_a_section_is_its_own_declaration():
    assert list(settings_of(Drawing)) == ["seed", "width", "names", "title", "framed"]
    assert settings_of(Drawing)["seed"].low == 0
    assert Drawing() == Drawing(seed=0, width="thin", names=(), title=None)


def test_a_section_knows_what_was_given_even_where_it_is_the_default():
    assert Drawing().explicit_settings == {}
    assert Drawing(seed=0).explicit_settings == {"seed": 0}
    assert Drawing(0, "fat").explicit_settings == {"seed": 0, "width": "fat"}
    assert Drawing(names=(), title=None).explicit_settings == {}
    assert Drawing(seed=0) == Drawing()


def test_what_was_given_stays_given():
    given = Drawing(seed=0)
    assert replace(given, width="fat").explicit == {"seed", "width"}
    assert given.revise({"width": "thin"}).explicit == {"seed", "width"}
    assert given.without(["seed"]).explicit == frozenset()
    assert Drawing(seed=3).without(["seed"]) == Drawing()
    assert pickle.loads(pickle.dumps(given)).explicit == {"seed"}


def test_one_text_or_several():
    assert Drawing(names="a").names == ("a",)
    assert Drawing(names=iter(["a", "b"])).names == ("a", "b")
    assert Drawing(names={"a": 1}).names == ("a",)


def test_every_wrong_value_is_told():
    with pytest.raises(PlanError) as caught:
        Drawing(seed=-1, width="fad", names=[1], title=3, framed="no")
    assert caught.value.faults == [
        "drawing.seed: must be at least 0, got -1",
        "drawing.width: must be one of thin, fat, got 'fad'; did you mean 'fat'?",
        "drawing.names: must be a list of texts, got [1]",
        "drawing.title: must be a text, got 3",
        "drawing.framed: must be true or false, got 'no'",
    ]


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_what_is_no_whole_number(value):
    with pytest.raises(SettingError, match="must be a whole number"):
        settings_of(Drawing)["seed"].read(value, Path())


def test_a_file_holds_lists_of_texts():
    with pytest.raises(SettingError, match="must be a list of texts, got 'a'"):
        settings_of(Drawing)["names"].read("a", Path())
