# SPDX-License-Identifier: Apache-2.0
"""Evidence: risk, attacks and utility of a table, before and after.

`measure` is a step of the pipeline, after the audit. It compares counts of the
published rows before and after recoding. The evidence holds no sensitive value, and
nothing of a withheld row (`public_part`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats
from diversa.attacks.attack_result import Attacks
from diversa.attacks.battery import attacks_on
from diversa.attacks.class_rows import TuplePlaces
from diversa.attacks.exposure import Exposure
from diversa.audits.population import group_as_published
from diversa.codec import to_json
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.groups import Groups
from diversa.data.dictionary import as_text
from diversa.errors import InternalError
from diversa.evidence.owner_attacks import owner_attacks, places_of
from diversa.evidence.picture import Drawings
from diversa.methods.decision import Decision
from diversa.metrics.public_part import (
    as_whole_table,
    cells_in_release,
    public_part,
)
from diversa.metrics.recoded import Recoded
from diversa.metrics.utility import Utility, utility
from diversa.models.k_anonymity import largest_k
from diversa.plan.plan import Plan
from diversa.recodings.picture import Picture
from diversa.record.attack_record import NotMade
from diversa.record.evidence_record import (
    AttackMoments,
    EvidenceRecord,
    GeneralizedAttribute,
    RiskMoments,
    SizeSpan,
)
from diversa.record.rehearsal_record import RehearsalRecord
from diversa.record.risk import Risk
from diversa.rehearsals.release_boxes import distinct_boxes
from diversa.rehearsals.release_rehearsal import rehearse_release
from diversa.risks.risk import risks
from diversa.tables.count_table import CountTable
from diversa.tables.sampling_weights import GroupWeights, add_up

SPANS = ((1, 1), (2, 2), (3, 4), (5, 9), (10, 19), (20, 49), (50, 99), (100, 999))
"""Spans of group sizes; all larger sizes are one more span."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """Measurements of a table, or of a table and its release."""

    risk: Mapping[str, Risk]
    """The risk of being found, "before" and "after"; a table alone has no before."""
    attacks: Mapping[str, Attacks]
    """The results of attacks, at the same times."""
    sizes: Mapping[str, NDArray[np.int64]] = field(repr=False)
    """Sizes of groups of rows, or people, that look alike, at the same times."""
    utility: Utility | None = None
    """The utility of the release."""
    picture: Picture | None = field(default=None, repr=False)
    """The lattice or the partition, as numbers for a drawing."""
    levels: tuple[GeneralizedAttribute, ...] = ()
    """The level of every quasi-identifier; empty without levels."""
    rehearsal: RehearsalRecord | None = None
    """Attacks on the release of a third of the people, beside a control."""

    @classmethod
    def of(
        cls,
        after: Groups,
        before: Groups | None = None,
        *,
        alike: NDArray[np.int64] | None = None,
        utility: Utility | None = None,
        picture: Picture | None = None,
        levels: tuple[GeneralizedAttribute, ...] = (),
        sampling_fraction: float | None = None,
        weights: Mapping[str, GroupWeights] | None = None,
        places: TuplePlaces | None = None,
        owner_attacks: Mapping[str, Sequence[Exposure | NotMade]] | None = None,
    ) -> Evidence:
        """Measure risk and attacks after publication, and before if that is given.

        A table alone has no before. `alike` has the sizes of sets of rows with the same
        labels, if the release publishes a group number, so that a group is smaller than
        such a set. `weights` has the same sets with their sampling weights, each time.
        `places` has the values that rows are published with, if rows of a group differ.
        `owner_attacks` has the attacks of who has the rows behind the groups.
        """
        groups = (
            {"after": after} if before is None else {"before": before, "after": after}
        )
        sizes = {when: group.sizes for when, group in groups.items()}
        matching = {when: group.population for when, group in groups.items()}
        people = {when: group.people for when, group in groups.items()}
        if alike is not None:
            sizes["after"], matching["after"] = alike, None
        estimates = dict.fromkeys(groups) if weights is None else weights
        sizes |= {when: one.sizes for when, one in estimates.items() if one is not None}
        return cls(
            {
                when: risks(
                    sizes[when],
                    population=matching[when],
                    weights=None if (one := estimates[when]) is None else one.people,
                    sampling_fraction=sampling_fraction,
                    people=people[when],
                )
                for when in groups
            },
            {
                when: attacks_on(
                    group, places=places if when == "after" else None
                ).with_more((owner_attacks or {}).get(when, ()))
                for when, group in groups.items()
            },
            sizes,
            utility,
            picture,
            levels,
        )

    def to_json(self) -> dict[str, Any]:
        """The evidence with the keys of a manifest."""
        return to_json(self.record)

    @cached_property
    def record(self) -> EvidenceRecord:
        """The evidence as the manifest and the report have it."""
        risk, attacks = self.risk, self.attacks
        before = attacks.get("before")
        return EvidenceRecord(
            risk=RiskMoments(before=risk.get("before"), after=risk["after"]),
            attacks=AttackMoments(
                before=None if before is None else before.record,
                after=attacks["after"].record,
            ),
            group_sizes=tuple(size_spans(self.sizes)),
            utility=self.utility,
            picture=self.picture,
            levels=self.levels or None,
            rehearsal=self.rehearsal,
        )


def measure(
    counted: CountTable, plan: Plan, decision: Decision, published: Groups
) -> Evidence:
    """Measure risk, attacks and utility of a release.

    `counted` is the table as it was; `published` has the groups that the audit counted.
    """
    recoding, names = decision.recoding, plan.roles.quasi_identifiers
    recoded = recoding.recode(counted)
    rehearsal = rehearse_release(counted, plan, decision, recoded)
    verdicts, kinds = decision.verdicts, counted.kinds
    weights = None
    if counted.weights is not None:
        weights = release_weights(recoded, counted.weights)
    if decision.suppressed or counted.rows_dropped:
        kinds = None if kinds is None else kinds.select(cells_in_release(recoded))
        recoded, verdicts = public_part(recoded, counted.people), None
        published = as_whole_table(published)
    before = group_as_published(
        recoded.original,
        names,
        recoded.sensitive,
        counted.people,
        kinds,
    ).groups
    # Of people the group is counted, which is never more than those who look alike.
    by_group = recoding.group_column is not None and published.people is None
    evidence = Evidence.of(
        published,
        before,
        alike=rows_alike(recoded) if by_group else None,
        utility=utility(
            recoded,
            k=largest_k(plan.bound_models()),
            label=plan.search.label or None,
            seed=plan.search.seed,
        ),
        picture=recoding.picture(Drawings(verdicts, recoded)),
        levels=attribute_levels(recoded, recoding.levels or {}),
        weights=weights,
        places=None if recoding.sensitive_table is None else places_of(recoded),
        owner_attacks=owner_attacks(
            recoded, together=recoding.sensitive_table is not None
        ),
    )
    return replace(evidence, rehearsal=rehearsal)


def attribute_levels(
    recoded: Recoded, levels: Mapping[str, int]
) -> tuple[GeneralizedAttribute, ...]:
    """The level of every quasi-identifier, with a label that the release shows."""
    heights = {
        hierarchy.attribute: None if recoded.is_part else hierarchy.height
        for hierarchy in recoded.hierarchies
    }
    return tuple(
        GeneralizedAttribute(
            name,
            level,
            heights[name],
            frequent_label(recoded, place) if level else None,
        )
        for place, (name, level) in enumerate(levels.items())
    )


def frequent_label(recoded: Recoded, place: int) -> str | None:
    """The most frequent published label of a quasi-identifier; None if missing."""
    side, levels = recoded.sides[place], recoded.levels
    if levels is None or recoded.boxes == 0:
        return None
    label = int(np.bincount(side.label, weights=recoded.box_rows).argmax())
    value = side.ends(label)[0]
    at = levels[place]
    text = side.hierarchy.labels[at][side.hierarchy.maps[at][value]]
    return None if text is None else as_text(text)


def size_spans(sizes: Mapping[str, NDArray[np.int64]]) -> Iterator[SizeSpan]:
    """The share of the rows in groups of each span of sizes, each time."""
    spans = {when: shares(groups).tolist() for when, groups in sizes.items()}
    for place, (low, high) in enumerate([*SPANS, (SPANS[-1][1] + 1, None)]):
        rows = {when: share[place] for when, share in spans.items()}
        if any(rows.values()):
            yield SizeSpan(low=low, high=high, **rows)


def shares(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """The share of the rows in groups of each span.

    >>> shares(np.array([1, 3, 4])).tolist()[:3]
    [0.125, 0.0, 0.875]
    """
    place = np.searchsorted([high for _, high in SPANS], sizes)
    rows = np.bincount(place, weights=sizes, minlength=len(SPANS) + 1)
    return rows / max(1, int(sizes.sum()))


def rows_alike(recoded: Recoded) -> NDArray[np.int64]:
    """Rows of a release that show the same labels, whatever group they are in."""
    alike, _ = distinct_boxes(recoded.sides, recoded.boxes)
    rows = np.bincount(alike, recoded.box_rows).astype(np.int64)
    starred = [recoded.suppressed] if recoded.star and recoded.suppressed else []
    return np.concatenate([rows, np.array(starred, dtype=np.int64)])


def release_weights(recoded: Recoded, weights: Floats) -> dict[str, GroupWeights]:
    """The sampling weights of published rows that look alike, before and after.

    Where rows of a cell go to several groups, each counts with their mean weight.
    """
    entries, original = recoded.entries, recoded.original
    if entries is None:
        raise InternalError("weights: the rows of each cell must be known")
    mean = weights / original.counts
    kept = entries.box >= 0
    cell, rows = entries.cell[kept], entries.rows[kept]
    tuples = cell_tuples(original, recoded.names).number.astype(np.int64)
    alike, _ = distinct_boxes(recoded.sides, recoded.boxes)
    place = np.append(alike, alike.max(initial=-1) + 1)[entries.box]  # stars are last
    shown = kept | recoded.star
    return {
        "before": add_up(tuples[cell], rows, mean[cell] * rows),
        "after": add_up(
            place[shown],
            entries.rows[shown],
            mean[entries.cell[shown]] * entries.rows[shown],
        ),
    }
