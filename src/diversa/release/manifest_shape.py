# SPDX-License-Identifier: Apache-2.0
"""What a manifest must look like: every key that is read, and what it must be.

A manifest is checked once, when it is read. What audits, attacks, comparisons and the
report are handed is whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from diversa.data.missing import MissingPolicy
from diversa.data.spelling import DAY_FIRST, MONTH_FIRST
from diversa.errors import ModelError
from diversa.models import parse
from diversa.models.verdict import Verdict
from diversa.plan.sections import LANGUAGES
from diversa.record.folder import RELEASE, SENSITIVE
from diversa.release.shape import Leaf, ListOf, MapOf, Maybe, Record

LARGEST = 1e300
"""Numbers beyond this are none that a release can have."""


def is_texts(value: object) -> bool:
    """Tell a list of texts."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def is_two_columns(value: object) -> bool:
    """Tell the names of two columns."""
    return isinstance(value, list) and is_texts(value) and len(set(value)) == 2


def is_whole(value: object) -> bool:
    """Tell a whole number that counts something."""
    return type(value) is int and 0 <= value <= LARGEST


def is_number(value: object) -> bool:
    """Tell a number that is finite."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return -LARGEST <= value <= LARGEST


def is_spec(value: object) -> bool:
    """Tell the spec of a model."""
    if not isinstance(value, str):
        return False
    try:
        parse(value)
    except ModelError:
        return False
    return True


def is_explained(audit: Mapping[str, Any]) -> bool:
    """Tell whether each model of an audit is known here, or explains itself."""
    own = audit.get("own_models", {})
    return all(
        model["spec"] in own or is_spec(model["spec"]) for model in audit["models"]
    )


def is_release(name: str) -> bool:
    """Tell the name of a published table."""
    return PurePath(name).stem == RELEASE


def is_secret(name: str) -> bool:
    """Tell the name of a sensitive table."""
    return PurePath(name).stem == SENSITIVE


def is_files(value: object) -> bool:
    """Tell files with fingerprints; a name that leads out of the folder is none."""
    return isinstance(value, dict) and all(
        PurePath(name).name == name
        and "\\" not in name
        and isinstance(file, dict)
        and isinstance(file.get("sha256"), str)
        for name, file in value.items()
    )


def one_of(words: Sequence[str]) -> Leaf:
    """One of some words."""
    return Leaf(
        f"one of {', '.join(words)}",
        lambda value: isinstance(value, str) and value in words,
    )


TEXT = Leaf("a text", lambda value: isinstance(value, str))
TEXTS = Leaf("a list of texts", is_texts)
COLUMNS = Leaf("a list of columns", is_texts)
FLAG = Leaf("true or false", lambda value: isinstance(value, bool))
COUNT = Leaf("a number", is_whole)
ROWS = Leaf("a number of rows", is_whole)
NUMBER = Leaf("a number", is_number)
NUMBERS = MapOf(NUMBER)

WORD = one_of(tuple(Verdict))
AGREES = Leaf(
    "of one verdict in the keys holds and verdict",
    lambda value: (
        Verdict.of(value["holds"]) == value.get("verdict", Verdict.of(value["holds"]))
    ),
)

BIN = Record({"low": NUMBER, "high": Maybe(NUMBER), "groups": COUNT, "rows": ROWS})
"""Groups of some sizes."""

VERDICT = Record(
    {
        "spec": TEXT,
        "holds": Maybe(FLAG),
        "attained": Maybe(NUMBER),
        "failing_groups": COUNT,
        "failing_rows": ROWS,
    },
    {
        "verdict": WORD,
        "exact": FLAG,
        "undecided_groups": COUNT,
        "missing": TEXT,
        "needs": TEXT,
    },
    AGREES,
)
"""What an audit says of a model."""

AUDIT = Record(
    {
        "rows": ROWS,
        "groups": COUNT,
        "levels": MapOf(Maybe(NUMBER)),
        "models": ListOf(VERDICT),
        "holds": Maybe(FLAG),
        "failing_rows": ROWS,
        "group_sizes": ListOf(BIN),
    },
    {
        "verdict": WORD,
        "own_models": MapOf(Record({"attained": TEXT, "stops": TEXT, "misses": TEXT})),
    },
    Leaf("of models that are known, or that are explained", is_explained),
)
"""The audit that was made when the release was published."""

ATTACKER = Record(
    {"average": Maybe(NUMBER), "highest": Maybe(NUMBER), "share_above": NUMBER}
)
"""The risk that one attacker poses."""

RISK = Record(
    {
        "threshold": NUMBER,
        "prosecutor": Record(
            {"average": NUMBER, "highest": NUMBER, "share_above": NUMBER}
        ),
        "journalist": ATTACKER,
        "marketer": ATTACKER,
        "population_known": FLAG,
        "unique_share": NUMBER,
        "population_uniques": Leaf("null", lambda value: value is None),
    }
)
"""The risk of being found."""

ATTACKS = Record(
    {
        "attacks": ListOf(
            Record({"attack": TEXT, "on": Maybe(TEXT), "share": NUMBER, "words": TEXT})
        ),
        "not_made": ListOf(Record({"attack": TEXT, "on": Maybe(TEXT), "why": TEXT})),
    }
)
"""What attacks expose."""

SPREAD = Record(
    {
        "attribute": TEXT,
        "buckets": TEXTS,
        "before": ListOf(NUMBER),
        "after": ListOf(NUMBER),
        "distance": NUMBER,
    },
    rule=Leaf(
        "as many numbers as buckets",
        lambda value: (
            len(value["buckets"]) == len(value["before"]) == len(value["after"])
        ),
    ),
)
"""The distribution of an attribute, before and after."""

PAIR = Record(
    {
        "attributes": Leaf(
            "two columns", lambda value: is_texts(value) and len(value) == 2
        ),
        "measure": TEXT,
        "before": NUMBER,
        "after": NUMBER,
    }
)
"""How strongly two attributes go together."""


def is_every_pair(pairs: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether every two of the attributes are there."""
    there = {frozenset(pair["attributes"]) for pair in pairs}
    names = sorted({name for pair in there for name in pair})
    return all(
        frozenset((name, other)) in there
        for place, name in enumerate(names)
        for other in names[:place]
    )


UTILITY = Record(
    {
        "metrics": MapOf(Maybe(NUMBER)),
        "loss_by_attribute": NUMBERS,
        "ncp_by_attribute": NUMBERS,
        "query_error": Maybe(Record({"queries": COUNT, "median": NUMBER})),
        "accuracy": Maybe(
            Record(
                {
                    "label": TEXT,
                    "release": NUMBER,
                    "raw": NUMBER,
                    "majority": NUMBER,
                    "rows": ROWS,
                }
            )
        ),
        "distributions": ListOf(SPREAD),
        "associations": ListOf(PAIR),
    },
    rule=Leaf(
        "the same attributes throughout",
        lambda value: (
            value["loss_by_attribute"].keys() == value["ncp_by_attribute"].keys()
            and is_every_pair(value["associations"])
        ),
    ),
)
"""What is left of the data."""

KINDS = ("fails", "holds", "minimal", "unjudged", "published")
"""What a node of a drawn lattice may be."""


def is_node(value: object) -> bool:
    """Tell a node of a drawn lattice: its height, its loss and what it is."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and is_whole(value[0])
        and is_number(value[1])
        and value[2] in KINDS
    )


def is_tick(value: object) -> bool:
    """Tell a named place along an axis."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return is_number(value[0]) and isinstance(value[1], str)


def is_box(value: object) -> bool:
    """Tell a drawn box: where it begins and ends on two axes."""
    return isinstance(value, list) and len(value) == 4 and all(map(is_number, value))


AXIS = Record({"attribute": TEXT, "ticks": ListOf(Leaf("a named place", is_tick))})
LATTICE = Record({"nodes": ListOf(Leaf("a node", is_node))})
BOXES = Record(
    {
        "across": AXIS,
        "upwards": AXIS,
        "boxes": ListOf(Leaf("a box", is_box)),
        "groups": COUNT,
    }
)


def is_shares(value: object) -> bool:
    """Tell the shares of rows by the width of their labels."""
    return isinstance(value, list) and len(value) == 5 and all(map(is_number, value))


LABELS = Record(
    {
        "labels": ListOf(
            Record({"attribute": TEXT, "shares": Leaf("five shares", is_shares)})
        )
    }
)


class Picture:
    """The picture of a lattice, of labels, or of boxes as older releases have it."""

    def faults(self, value: object) -> Sequence[str]:
        """The faults of the kind of picture that it is."""
        parts = value if isinstance(value, dict) else {}
        shape = LATTICE if "nodes" in parts else LABELS if "labels" in parts else BOXES
        return shape.faults(value)


GENERALIZED = Record(
    {"attribute": TEXT, "level": COUNT, "height": Maybe(COUNT), "label": Maybe(TEXT)}
)
"""The level of a quasi-identifier, of how many, and what most rows have there."""


def is_of_one_time(evidence: Mapping[str, Any]) -> bool:
    """Tell whether everything was measured at the same times."""
    times = evidence["risk"].keys() & {"before", "after"}
    measured = [evidence["attacks"], *evidence["group_sizes"]]
    return all(part.keys() & {"before", "after"} == times for part in measured)


EVIDENCE = Record(
    {
        "risk": Record({"after": RISK}, {"before": RISK}),
        "attacks": Record({"after": ATTACKS}, {"before": ATTACKS}),
        "group_sizes": ListOf(
            Record(
                {"low": COUNT, "high": Maybe(COUNT), "after": NUMBER},
                {"before": NUMBER},
            )
        ),
        "utility": Maybe(UTILITY),
        "picture": Maybe(Picture()),
    },
    {"levels": Maybe(ListOf(GENERALIZED))},
    rule=Leaf("measured at the same times throughout", is_of_one_time),
)
"""What an adversary could learn and an analyst loses."""

MANIFEST_SHAPE = Record(
    {
        "diversa": TEXT,
        "roles": Record(
            {
                "identifiers": COLUMNS,
                "quasi_identifiers": COLUMNS,
                "sensitive": COLUMNS,
            },
            {"kept": COLUMNS, "keep_anyway": COLUMNS},
        ),
        "columns": COLUMNS,
        "promise": Record(
            {
                "models": Leaf(
                    "a list of at least one model",
                    lambda value: is_texts(value) and len(value) > 0,
                ),
                "missing": Leaf(
                    f"one of {', '.join(MissingPolicy)} or null",
                    lambda value: value is None or value in list(MissingPolicy),
                ),
                "suppression": one_of(("drop", "star")),
            }
        ),
        "method": TEXT,
        "groups": COUNT,
        "rows_in": ROWS,
        "rows_out": ROWS,
        "suppressed": ROWS,
        "dropped": ROWS,
        "search": Record(
            {"algorithm": TEXT, "objective": TEXT, "optimality": TEXT, "reason": TEXT},
            {
                "nodes": COUNT,
                "checked": COUNT,
                "cost": NUMBER,
                "bound": NUMBER,
                "gap": NUMBER,
                "stopped": one_of(("done", "time")),
                "floor": MapOf(COUNT),
            },
            Leaf(
                "both nodes and checked, or none of them",
                lambda value: ("nodes" in value) == ("checked" in value),
            ),
        ),
        "metrics": NUMBERS,
        "audit": AUDIT,
        "files": Leaf(
            "names of files in the folder with their sha256, one of them release.*",
            lambda value: is_files(value) and sum(map(is_release, value)) == 1,
        ),
        "fingerprints": Record({"input": Maybe(TEXT), "plan": Maybe(TEXT)}),
        "versions": MapOf(TEXT),
    },
    {
        "group": Leaf("a column", lambda value: isinstance(value, str)),
        "sensitive_table": Leaf(
            "its columns: group, value and count",
            lambda value: is_texts(value) and len(value) == 3,
        ),
        "discloses": TEXTS,
        "withheld": COLUMNS,
        "spreadsheet_safe": FLAG,
        "kept_risk": Record(
            {
                "columns": COLUMNS,
                "smallest": COUNT,
                "smallest_without": COUNT,
                "alone": ROWS,
                "highest": NUMBER,
            }
        ),
        "headcount": Record(
            {
                "identifier": TEXT,
                "rows": ROWS,
                "people": ROWS,
                "smallest": ROWS,
                "fewest": ROWS,
            }
        ),
        "levels": MapOf(Leaf("the level of a quasi-identifier", is_whole)),
        "averages": Leaf("mean or median", lambda value: value in ("mean", "median")),
        "reading": Record(
            {},
            {
                "decimal": Leaf("`.` or `,`", lambda value: value in (".", ",")),
                "dates": Leaf(
                    f"{DAY_FIRST} or {MONTH_FIRST}",
                    lambda value: value in (DAY_FIRST, MONTH_FIRST),
                ),
                "equality": Leaf("exact", lambda value: value == "exact"),
            },
        ),
        "variants": ListOf(TEXT),
        "evidence": EVIDENCE,
        "boxes": TEXT,
        "report": Record(
            {},
            {
                "data": TEXT,
                "title": TEXT,
                "author": TEXT,
                "language": one_of(tuple(LANGUAGES)),
            },
        ),
        "republication": MapOf(
            Leaf("a number or a flag", lambda value: isinstance(value, int))
        ),
    },
)
"""The whole manifest."""
