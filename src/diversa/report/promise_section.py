# SPDX-License-Identifier: Apache-2.0
"""The top of a report: the verdict, the promise, and what is not promised."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from diversa.models import parse
from diversa.models.level_in_words import cut_safely
from diversa.models.model import Model
from diversa.models.needs import Gap
from diversa.models.parameters import write_number
from diversa.models.verdict import Verdict
from diversa.report.elements import bullets, cards, say, section, table, verdict
from diversa.report.language import (
    ENGLISH,
    SPOKEN,
    Marked,
    many,
    numbered,
    own_phrase,
    percent,
    phrase,
    written,
)

ANSWERS = {Verdict.HOLDS: "yes", Verdict.FAILS: "no", Verdict.UNDECIDED: "undecided"}
"""The word for each verdict in a table, and the class of its colour."""

NOT_PROMISED = ("kept", "several", "minimality", "people", "differential")
"""What every report says, whatever the models."""


def opening(manifest: Mapping[str, Any], problems: Sequence[str] = ()) -> str:
    """The verdict and a few numbers."""
    models = manifest["audit"]["models"]
    verdicts = [Verdict.of(model["holds"]) for model in models]
    kind = Verdict.worst(verdicts)
    if kind is Verdict.FAILS:
        failing = verdicts.count(Verdict.FAILS)
        first = phrase("promise.fails", failing=failing, models=len(models))
    elif problems:
        kind, first = Verdict.FAILS, phrase("promise.changed")
    elif kind is Verdict.UNDECIDED:
        undecided = verdicts.count(Verdict.UNDECIDED)
        first = phrase("promise.undecided", undecided=undecided, models=len(models))
    elif len(models) == 1:
        first = phrase("promise.holds.one")
    else:
        first = phrase("promise.holds.many", models=len(models))
    lines: list[str | Marked] = [
        *problems,
        *lacking(models),
        *for_whom(manifest),
        *warnings(manifest),
    ]
    return verdict(first, lines, kind=kind) + cards(key_numbers(manifest))


def lacking(models: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What undecided models depend on; an audit says it in English."""
    for model in models:
        if Verdict.of(model["holds"]) is not Verdict.UNDECIDED:
            continue
        said = phrase("promise.undecided_model", model=model["spec"])
        if SPOKEN.get() == ENGLISH and "missing" in model:
            gap = Gap(model["missing"], model["needs"])
            said = f"{model['spec']}: {gap}."
        yield said


def for_whom(manifest: Mapping[str, Any]) -> Iterator[str]:
    """For whom it holds, and for whom not."""
    yield phrase(
        "promise.published",
        out=written(manifest["rows_out"]),
        rows=many("rows", manifest["rows_in"]),
        groups=many("groups", manifest["audit"]["groups"]),
    )
    yield from left_out(manifest)
    yield from disclosed(manifest)
    if manifest["audit"]["failing_rows"]:
        rows = many("rows", manifest["audit"]["failing_rows"])
        yield phrase("promise.fails_for", rows=rows)


def left_out(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The rows and columns that are withheld."""
    if manifest["suppressed"]:
        starred = manifest["promise"]["suppression"] == "star"
        yield phrase(
            "promise.starred" if starred else "promise.suppressed",
            rows=many("rows", manifest["suppressed"]),
            share=percent(manifest["suppressed"] / max(1, manifest["rows_in"])),
        )
    if manifest["dropped"]:
        yield phrase("promise.dropped", rows=many("rows", manifest["dropped"]))
    if manifest.get("withheld"):
        yield phrase("promise.withheld", columns=", ".join(manifest["withheld"]))
    if manifest.get("reading", {}).get("equality") == "exact":
        yield phrase("equality.exact")
    if manifest.get("variants"):
        yield phrase("equality.published", columns=", ".join(manifest["variants"]))


def disclosed(manifest: Mapping[str, Any]) -> Iterator[str]:
    """What is in the open whatever the models; as the manifest says it in English."""
    if SPOKEN.get() == ENGLISH:
        yield from manifest.get("discloses", ())
        return
    if "sensitive_table" in manifest:
        yield phrase("promise.two_tables")
    series = manifest.get("republication", {})
    if series.get("counterfeits"):
        yield phrase(
            "promise.counterfeits",
            rows=many("rows", series["counterfeits"]),
            people=many("people", series["fewest_people"]),
        )


def warnings(manifest: Mapping[str, Any]) -> Iterator[Marked]:
    """What makes groups of k rows less than k people who cannot be told apart."""
    if "headcount" in manifest:
        count = manifest["headcount"]
        text = phrase(
            "promise.headcount",
            rows=many("rows", count["rows"]),
            people=many("people", count["people"]),
            identifier=count["identifier"],
            smallest=many("rows", count["smallest"]),
            fewest=many("people", count["fewest"]),
        )
        yield Marked(text, "no")
    if "kept_risk" in manifest:
        yield kept_warning(manifest["kept_risk"])


def is_raised(kept: Mapping[str, Any]) -> bool:
    """Whether the risk is higher if somebody knows the kept columns."""
    return bool(kept["smallest"] < kept["smallest_without"])


def kept_warning(kept: Mapping[str, Any]) -> Marked:
    """What the kept columns cost."""
    columns = ", ".join(kept["columns"])
    if not is_raised(kept):
        return Marked(phrase("promise.kept_harmless", columns=columns), "")
    text = phrase(
        "promise.kept_risk",
        columns=columns,
        smallest=many("rows", kept["smallest"]),
        without=written(kept["smallest_without"]),
        alone=many("rows", kept["alone"]),
    )
    return Marked(text, "no")


def key_numbers(manifest: Mapping[str, Any]) -> Iterator[tuple[str | Marked, str]]:
    """The numbers that people ask for first."""
    sizes = manifest["audit"]["group_sizes"]
    least = min((size["low"] for size in sizes), default=0)
    yield written(manifest["rows_out"]), phrase("cards.rows_published")
    # Some rows may be counterfeit, or several rows one person.
    people = {"republication", "headcount"}.isdisjoint(manifest)
    smallest = "cards.smallest_people" if people else "cards.smallest_rows"
    yield written(least), phrase(smallest)
    if "headcount" in manifest:
        fewest = written(manifest["headcount"]["fewest"])
        yield Marked(fewest, "no"), phrase("cards.fewest")
    if "kept_risk" in manifest:
        kept = manifest["kept_risk"]
        mark = "no" if is_raised(kept) else ""
        yield Marked(percent(kept["highest"]), mark), phrase("cards.kept")
    after = manifest.get("evidence", {}).get("risk", {}).get("after")
    if after:
        yield percent(after["prosecutor"]["highest"]), phrase("cards.highest")
    loss = manifest["metrics"].get("loss")
    if loss is not None:
        yield percent(loss), phrase("cards.loss")


def promised(manifest: Mapping[str, Any]) -> str:
    """Each model with what the published file attains."""
    rows = [
        [
            model["spec"],
            meaning(manifest, model)["attained"],
            answer(Verdict.of(model["holds"])),
            meaning(manifest, model)["stops"],
            meaning(manifest, model)["misses"],
        ]
        for model in manifest["audit"]["models"]
    ]
    head = [
        phrase(f"promise.{word}")
        for word in ("model", "attained", "holds_word", "stops", "misses")
    ]
    return section(phrase("promise.title"), table(head, rows))


def answer(kind: Verdict) -> Marked:
    """Whether a model holds, in its colour."""
    return Marked(phrase(ANSWERS[kind]), ANSWERS[kind])


def meaning(manifest: Mapping[str, Any], model: Mapping[str, Any]) -> Mapping[str, str]:
    """A model in words: the attained level, what it stops and what it misses.

    A model that is not built in explains itself in the manifest: it may not be
    installed where the report is read.
    """
    own = manifest["audit"].get("own_models", {})
    if model["spec"] in own:
        return own[model["spec"]]
    installed = parse(model["spec"])
    level = float("inf") if model["attained"] is None else float(model["attained"])
    words = level_words(installed, level)
    if not model.get("exact", True):
        known = model["attained"] is not None
        words = phrase("promise.bound", level=words) if known else phrase("unknown")
    name = installed.name()
    return {
        "attained": words,
        "stops": own_phrase(f"models.{name}.stops", installed.stops),
        "misses": own_phrase(f"models.{name}.misses", installed.misses),
    }


def level_words(model: Model, level: float) -> str:
    """An attained level as the page's language says it."""
    if SPOKEN.get() == ENGLISH:
        return model.describe(level)
    others = ", ".join(
        f"{name} = {numbered(write_number(number))}"
        for name, number in model.other_numbers.items()
    )
    at = phrase("level.at", others=others) if others else ""
    what = own_phrase(f"models.{model.name()}.level", model.subject)
    if math.isinf(level):
        return phrase(
            "level.every" if model.sense == ">=" else "level.none", what=what, at=at
        )
    relation = ">" if model.sense == "<" else "="
    number = numbered(write_number(cut_safely(level, model.sense)))
    return f"{what} {relation} {number}{at}"


def not_promised(manifest: Mapping[str, Any]) -> str:
    """What the models leave open, and what every release leaves open."""
    misses = [
        phrase(
            "not_promised.model",
            model=model["spec"],
            misses=meaning(manifest, model)["misses"],
        )
        for model in manifest["audit"]["models"]
    ]
    always = [phrase(f"not_promised.{word}") for word in NOT_PROMISED]
    return section(
        phrase("not_promised.title"),
        say(phrase("not_promised.lead"), lead=True),
        bullets([*disclosed(manifest), *misses, *always]),
    )
