# SPDX-License-Identifier: Apache-2.0
"""An audit of a release says what is true of it, and nothing that it cannot know.

Random tables are released with suppressed groups, whether a model holds or not, and the
manifest is made to match. `audit_release` sees the folder; a brute force sees the
original, the release, the regions around its groups and the taxonomy.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

import brute_force
from diversa.audits.release_audit import audit_release
from diversa.counts.groups import Groups
from diversa.models import MODELS, parse
from diversa.models.verdict import Verdict
from examples import generator, so_many
from manifests import whole

SPECS = {
    "k-anonymity": ["2", "4"],
    "label-safety": ["2", "4"],
    "distinct-l-diversity": ["2", "3"],
    "frequency-l-diversity": ["1.5", "2"],
    "entropy-l-diversity": ["1.5", "2.5"],
    "recursive-cl-diversity": ["c=1,l=2", "c=3,l=2"],
    "pd-recursive-cl-diversity": ["c=2,l=2,disclosable=1"],
    "npd-recursive-cl-diversity": ["c1=2,c2=10,l=2,disclosable=1,protected=2"],
    "alpha-k-anonymity": ["alpha=0.6,k=2"],
    "epsilon-m-anonymity": ["epsilon=1,m=1.5"],
    "window-diversity": ["delta=1,l=1.5"],
    "delta-l-diversity": ["delta=1,l=1.5"],
    "ke-anonymity": ["k=2,e=3"],
    "variance-control": ["2"],
    "multi-level-l-diversity": ["l=2,cuts=3"],
    "m-uniqueness": ["2"],
    "m-invariance": ["2"],
    "ck-safety": ["c=0.8,k=1"],
    "skyline-privacy": ["1:0:0:0.9"],
    "t-closeness": [
        f"{t},distance={distance}"
        for t in ("0.05", "0.2", "0.35", "0.6")
        for distance in ("equal", "ordered", "numeric")
    ]
    + ["0.3,distance=smoothed-js", "0.3,distance=hierarchical"],
    "nt-closeness": [f"n={n},t={t}" for n in (3, 6, 40) for t in ("0.1", "0.3")],
    "beta-likeness": ["0.3", "1", "3", "1,enhanced=true"],
    "delta-disclosure": ["0.3", "1", "2"],
    "le-diversity": ["l=2,e=1", "l=2,e=0,reading=value"],
    "subtree-frequency-diversity": ["l=1.5,e=1"],
    "k-map": ["2"],
    "row-share": ["2"],
    "row-frequency": ["1.5"],
    "delta-presence": ["low=0,high=1"],
    "belief-change": ["1"],
    "rho-breach": ["rho1=0.3,rho2=0.6"],
    "bayes-positive-disclosure": ["0.1"],
    "bayes-negative-disclosure": ["0.1"],
}
"""Every model, with parameters that some releases satisfy and others do not."""

KINDS = {"1": "low", "2": "low", "3": "low", "5": "high", "9": "high", "40": "high"}
"""The taxonomy that is not published: values below kinds below a root."""

REGION = {"1": "west", "2": "west", "3": "east", "4": "east"}
"""Regions of two groups each, around the groups of the release."""


def models():
    return [
        parse(
            f"{name}:{parameters},on=pay" if takes_on(name) else f"{name}:{parameters}"
        )
        for name, every in SPECS.items()
        for parameters in every
    ]


def takes_on(name):
    return "on" in MODELS[name].parameters()


def drawn_release(draw):
    """Rows of an original, and the groups of it that are published."""
    weights = draw.dirichlet([1.0] * len(KINDS))
    rows = [
        (str(draw.integers(1, 5)), str(draw.choice([*KINDS], p=weights)))
        for _ in range(draw.integers(4, 40))
    ]
    groups = defaultdict(Counter)
    for zip_code, pay in rows:
        groups[zip_code][pay] += 1
    gone = draw.integers(0, 3) if draw.random() < 0.7 else 0
    published = sorted(groups)[: max(1, len(groups) - gone)]
    return groups, published


def write(folder, groups, published, promised, labels=None):
    """A release folder whose manifest says what is true of its files."""
    lines = [
        f"{zip_code}*,{pay}"
        for zip_code in published
        for pay, rows in sorted(groups[zip_code].items())
        for _ in range(rows)
    ]
    text = "zip,pay\n" + "\n".join(lines) + "\n"
    rows = sum(group.total() for group in groups.values())
    manifest = whole(
        roles={"identifiers": [], "quasi_identifiers": ["zip"], "sensitive": ["pay"]},
        columns=["zip", "pay"],
        promise={
            "models": [model.spec for model in promised],
            "missing": "raise",
            "suppression": "drop",
        },
        rows_in=rows,
        rows_out=len(lines),
        suppressed=rows - len(lines),
        groups=len(published),
        audit={"rows": len(lines), "groups": len(published), "levels": {}},
        labels=labels,
        files={"release.csv": {"sha256": hashlib.sha256(text.encode()).hexdigest()}},
    )
    folder.mkdir(exist_ok=True)
    (folder / "release.csv").write_text(text)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def is_true(model, zip_code, groups):
    """Whether a model holds in a published group, by its definition on the original.

    None where this brute force does not know more than the groups.
    """
    group, table = groups[zip_code], sum(groups.values(), Counter())
    if model.name() == "nt-closeness":
        around = [g for z, g in groups.items() if REGION[z] == REGION[zip_code]]
        return is_near_some(model, group, [group, sum(around, Counter()), table])
    own = OWN.get((model.name(), getattr(model, "distance", None)))
    if own is not None:
        return own(model, group, table)
    is_plain = getattr(model, "distance", "equal") in ("equal", "ordered")
    if (
        not brute_force.knows(model)
        or getattr(model, "enhanced", False)
        or not is_plain
    ):
        return None
    rows, everything = ([(pay,) for pay in one.elements()] for one in (group, table))
    return brute_force.holds(model, list(rows), ["pay"], list(everything))


def is_near_some(model, group, supersets):
    """Whether a group is near a large group around it."""
    return any(
        around.total() >= model.n
        and brute_force.work(group, around, "equal") <= model.t
        for around in supersets
    )


def is_subtree_diverse(model, group, _):
    """No kind has more than a share of 1/l."""
    kinds = Counter(KINDS[pay] for pay in group.elements())
    return model.l * max(kinds.values()) <= group.total()


def numeric_work(group, table):
    """The area between cumulative shares, over the range of the table."""
    values = sorted(table, key=Fraction)
    span = Fraction(values[-1]) - Fraction(values[0])
    area = upto = Fraction(0)
    for low, high in pairwise(values):
        upto += Fraction(group[low], group.total()) - Fraction(
            table[low], table.total()
        )
        area += abs(upto) * (Fraction(high) - Fraction(low))
    return area / span if span else Fraction(0)


def tree_work(group, table):
    """Half of what values move at the height 1, and half of it at the root."""
    kinds = [Counter(), Counter()]
    for counts, of_kind in zip((group, table), kinds, strict=True):
        for value, rows in counts.items():
            of_kind[KINDS[value]] += rows
    moved = brute_force.work(group, table, "equal")
    return (moved + brute_force.work(kinds[0], kinds[1], "equal")) / 2


def is_le_diverse(model, group, _):
    """Half the way between two values is 1 in one kind, 2 through the root."""
    many = group.total() if model.reading == "tuple" else len(group)
    similar = any(
        (1 if KINDS[one] == KINDS[other] else 2) <= model.e
        for one, other in combinations(group, 2)
    )
    twice = model.reading == "tuple" and max(group.values()) > 1
    return many >= model.l and not similar and not twice


OWN = {
    ("t-closeness", "numeric"): lambda m, n, whole: numeric_work(n, whole) <= m.t,
    ("t-closeness", "hierarchical"): lambda m, n, whole: tree_work(n, whole) <= m.t,
    ("le-diversity", None): is_le_diverse,
    ("subtree-frequency-diversity", None): is_subtree_diverse,
    ("label-safety", None): lambda m, n, _: n.total() >= m.m,  # labels state nothing
    ("m-uniqueness", None): lambda m, n, _: len(n) >= m.m and max(n.values()) == 1,
}
"""Definitions that are not in `brute_force`, by model and distance."""

BESIDE = {"k-map", "delta-presence", "belief-change", "rho-breach"}
BESIDE |= {"bayes-positive-disclosure", "bayes-negative-disclosure"}
"""Models of a population, of which a folder says nothing at all."""


EVEN = (
    {zip_code: Counter({"1": 2, "9": 2}) for zip_code in "12"},
    ["1", "2"],
)
"""A release like its table, in which even the strictest comparison holds."""


def test_every_model_is_in_the_law():
    assert set(SPECS) == set(MODELS)


def test_no_verdict_says_more_than_is_true(tmp_path):
    draw, every = generator("verdicts"), models()
    told = defaultdict(Counter)
    releases = [EVEN, *(drawn_release(draw) for _ in range(so_many(200)))]
    for number, (groups, published) in enumerate(releases):
        labels = "region" if number % 2 else None  # state nothing, or it is not said
        write(tmp_path / "release", groups, published, every, labels)
        found = audit_release(tmp_path / "release", groups=0)
        assert found.audit is not None
        for judged in found.audit.models:
            told[judged.spec][judged.verdict.value] += 1
            check(judged, groups, published, labels)
        verdicts = {judged.verdict for judged in found.audit.models}
        assert found.verdict is Verdict.worst(verdicts)
    for name in ("t-closeness", "beta-likeness", "nt-closeness", "delta-disclosure"):
        said = sum((told[spec] for spec in told if spec.startswith(name)), Counter())
        assert set(said) == set(Verdict), name  # the law speaks of all three
    assert set(told["label-safety:4"]) == set(Verdict)


def check(judged, groups, published, labels):
    """Hold one verdict against the definition."""
    model = judged.model
    if model.name() in BESIDE:
        assert judged.verdict is Verdict.UNDECIDED
        return
    truths = [is_true(model, zip_code, groups) for zip_code in published]
    if model.name() == "m-invariance":  # one release proves only that it fails
        unique = parse(f"m-uniqueness:{model.m},on=pay")
        assert judged.verdict is not Verdict.HOLDS
        fails = not all(is_true(unique, zip_code, groups) for zip_code in published)
        assert (judged.verdict is Verdict.FAILS) == fails
        return
    if None in truths:
        truths = measured(model, groups, published)
    if judged.verdict is Verdict.HOLDS:
        assert all(truths), (model.spec, groups, published)
    if judged.verdict is Verdict.FAILS:
        assert not all(truths), (model.spec, groups, published)
    if model.reads_labels and labels is None:  # one row may be behind a label
        assert judged.verdict is not Verdict.HOLDS
    elif is_known(model, withheld=len(published) < len(groups)):
        assert judged.verdict is not Verdict.UNDECIDED


def is_known(model, *, withheld):
    """Whether a folder with the meaning of its labels has all that a model needs."""
    if model.tree_of is not None:
        return False
    return not model.compares_with_table or not (model.looks_around or withheld)


def measured(model, groups, published):
    """What the model itself says, where it knows the original: see `test_models`."""
    table = sum(groups.values(), Counter())
    known = Groups.from_counts(
        [numbers(groups[zip_code]) for zip_code in published],
        on="pay",
        table=numbers(table),
    )
    return model.holds(known).tolist()


def numbers(counts):
    return {int(value): rows for value, rows in counts.items()}


@pytest.mark.parametrize("suppressed", [0, 2])
def test_a_violation_that_the_manifest_hides_is_found(tmp_path, suppressed):
    groups = {
        "1": Counter({"1": 9, "2": 9}),
        "2": Counter({"9": 9}),
        "3": Counter({"5": 1}),
    }
    published = ["1", "2", "3"] if suppressed == 0 else ["1", "2"]
    promised = [
        parse("nt-closeness:n=20,t=0.1,on=pay"),
        parse("t-closeness:0.1,on=pay"),
    ]
    write(tmp_path / "release", groups, published, promised)
    found = audit_release(tmp_path / "release")
    # Of 9 rows of one value any 20 rows have at most 10 of 20: 0.5 away at least.
    assert [one.verdict for one in found.audit.models] == [Verdict.FAILS] * 2
    assert found.verdict is Verdict.FAILS
    assert found.to_json()["holds"] is False
