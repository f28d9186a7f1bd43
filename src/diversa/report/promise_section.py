# SPDX-License-Identifier: Apache-2.0
"""The top of a report: the verdict, the promise, and what is not promised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diversa.models import parse
from diversa.release.headcount import Headcount
from diversa.release.kept_risk import KeptRisk
from diversa.report.elements import (
    Marked,
    bullets,
    cards,
    many,
    percent,
    say,
    section,
    table,
    verdict,
)

NOT_PROMISED = (
    "Kept columns stay with their rows as they are. If somebody may know one of them,"
    " it is a quasi-identifier and must be declared as one.",
    "The models hold for this release alone. Several releases of one table can be"
    " intersected; only m-invariance over the whole series stops that.",
    "Somebody who knows the algorithm may learn from the fact that it had to"
    " generalize (the minimality attack). No model of this kind stops that.",
    "Each row counts as one person, so several rows of one person count as several"
    " people.",
    "None of these models is differential privacy.",
)
"""What every report says, whatever the models."""


def opening(manifest: Mapping[str, Any], problems: Sequence[str] = ()) -> str:
    """The verdict and a few numbers."""
    models = manifest["audit"]["models"]
    failing = sum(not model["holds"] for model in models)
    if failing:
        first = f"It does not hold: {failing} of {len(models)} models fail."
    elif problems:
        first = "The folder is not what its manifest promises."
    else:
        first = f"It holds: {all_of(len(models))}, in every published group."
    good = not failing and not problems
    lines: list[str | Marked] = [*problems, *for_whom(manifest), *warnings(manifest)]
    return verdict(first, lines, good=good) + cards(key_numbers(manifest))


def all_of(models: int) -> str:
    """How many models hold, all of them.

    >>> all_of(1), all_of(3)
    ('the promised model', 'all 3 promised models')
    """
    return "the promised model" if models == 1 else f"all {models} promised models"


def for_whom(manifest: Mapping[str, Any]) -> Iterator[str]:
    """For whom it holds, and for whom not."""
    yield (
        f"{manifest['rows_out']:,} of {many(manifest['rows_in'], 'row')} are published,"
        f" in {many(manifest['audit']['groups'], 'group')}; the file was counted anew"
        " after it was written."
    )
    if manifest["suppressed"]:
        share = percent(manifest["suppressed"] / max(1, manifest["rows_in"]))
        how = (
            "published as *"
            if manifest["promise"]["suppression"] == "star"
            else "left out"
        )
        yield f"{manifest['suppressed']:,} rows ({share}) are suppressed: {how}."
    if manifest["dropped"]:
        yield f"{manifest['dropped']:,} rows without a sensitive value are left out."
    if manifest.get("withheld"):
        yield f"Withheld: {', '.join(manifest['withheld'])} (no role)."
    yield from manifest.get("discloses", ())
    if manifest["audit"]["failing_rows"]:
        yield f"It fails for {manifest['audit']['failing_rows']:,} rows."


def warnings(manifest: Mapping[str, Any]) -> Iterator[Marked]:
    """What makes groups of k rows less than k people who cannot be told apart."""
    if "headcount" in manifest:
        yield Marked(f"{Headcount(**manifest['headcount'])}.", "no")
    if "kept_risk" in manifest:
        cost = kept_cost(manifest)
        yield Marked(f"{cost}.", "no" if cost.is_raised else "")


def kept_cost(manifest: Mapping[str, Any]) -> KeptRisk:
    """What the kept columns cost."""
    numbers = manifest["kept_risk"]
    return KeptRisk(**{**numbers, "columns": tuple(numbers["columns"])})


def key_numbers(manifest: Mapping[str, Any]) -> Iterator[tuple[str | Marked, str]]:
    """The numbers that people ask for first."""
    sizes = manifest["audit"]["group_sizes"]
    least = min((size["low"] for size in sizes), default=0)
    yield f"{manifest['rows_out']:,}", "rows published"
    # Some rows may be counterfeit, or several rows one person.
    people = {"republication", "headcount"}.isdisjoint(manifest)
    yield f"{least:,}", f"{'people' if people else 'rows'} in the smallest group"
    if "headcount" in manifest:
        fewest = f"{manifest['headcount']['fewest']:,}"
        yield Marked(fewest, "no"), "people in the group with the fewest"
    if "kept_risk" in manifest:
        cost = kept_cost(manifest)
        highest = Marked(percent(cost.highest), "no" if cost.is_raised else "")
        yield highest, "highest risk with the kept columns known"
    after = manifest.get("evidence", {}).get("risk", {}).get("after")
    if after:
        yield percent(after["prosecutor"]["highest"]), "highest risk to be singled out"
    loss = manifest["metrics"].get("loss")
    if loss is not None:
        yield percent(loss), "of the detail is lost (loss)"


def promised(manifest: Mapping[str, Any]) -> str:
    """Each model with what the published file attains."""
    rows = [
        [
            model["spec"],
            meaning(manifest, model)["attained"],
            Marked("yes", "yes") if model["holds"] else Marked("no", "no"),
            meaning(manifest, model)["stops"],
            meaning(manifest, model)["misses"],
        ]
        for model in manifest["audit"]["models"]
    ]
    head = ["model", "attained", "holds", "stops", "does not stop"]
    return section("What is promised, and what was measured", table(head, rows))


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
    words = installed.describe(level)
    return {"attained": words, "stops": installed.stops, "misses": installed.misses}


def not_promised(manifest: Mapping[str, Any]) -> str:
    """What the models leave open, and what every release leaves open."""
    misses = [
        f"{model['spec']} does not stop {meaning(manifest, model)['misses']}."
        for model in manifest["audit"]["models"]
    ]
    return section(
        "What is not promised",
        say("Read this before you sign.", lead=True),
        bullets([*manifest.get("discloses", ()), *misses, *NOT_PROMISED]),
    )
