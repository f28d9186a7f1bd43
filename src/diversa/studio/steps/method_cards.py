# SPDX-License-Identifier: Apache-2.0
"""Methods side by side: what each loses, leaves out and tells, with an example row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from diversa.errors import DiversaError, InternalError
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.plan.keywords import PlanKeywords
from diversa.studio.explanations import explain_error
from diversa.studio.method_settings import words_for
from diversa.studio.steps.explore import sample_of
from diversa.studio.steps.label_lines import LabelLine
from diversa.studio.steps.measure import label_line_of

VARIANTS: tuple[tuple[str, str | None], ...] = (
    ("mondrian", "safe"),
    ("full-domain", None),
    ("mondrian", "region"),
    ("mondrian", "tight"),
    ("local-recoding", "tight"),
    ("mdav", "tight"),
    ("dealing", "tight"),
    ("anatomy", None),
    ("mbf", None),
)
"""The methods that are tried, each with the labels that it may have."""

ORDER = {"green": 0, "amber": 1, "red": 2}
"""Labels that tell nothing come first, whatever is lost."""


@dataclass(frozen=True)
class MethodCard:
    """A method with what its release would lose and tell."""

    method: str
    labels: str | None
    """Safe, region or tight; None without boxes."""
    words: PlanKeywords
    """The words of a plan that take it."""
    failure: str | None = None
    """The reason why there is no release; None if there is one."""
    loss: float | None = None
    """The loss; None where values are published as they are."""
    suppressed: int = 0
    """Rows that would be left out."""
    smallest: int = 0
    """Rows, or people, of the smallest group."""
    line: LabelLine | None = None
    """What labels tell of single rows."""
    columns: tuple[str, ...] = ()
    """The columns of the example."""
    example: tuple[str, ...] = ()
    """A row as it would be published."""

    @property
    def title(self) -> str:
        """The method, with its labels if it may have others."""
        return self.method if self.labels is None else f"{self.method}, {self.labels}"

    @property
    def place(self) -> tuple[object, ...]:
        """The place among others: first by what labels tell, then by the loss."""
        if self.failure is not None or self.line is None:
            return (len(ORDER), 0.0, self.title)
        return (ORDER[self.line.colour], self.loss or 0.0, self.title)


def variant_words(method: str, labels: str | None, words: PlanKeywords) -> PlanKeywords:
    """The words of a plan for a method with these labels.

    >>> variant_words("mdav", "tight", {"seed": 1, "method": "auto"})
    {'seed': 1, 'method': 'mdav', 'labels': 'tight'}
    """
    chosen = words_for(method, words)
    others = {word: value for word, value in chosen.items() if word != "labels"}
    if labels == "safe" or labels == "region":
        others = {
            word: value
            for word, value in others.items()
            if word not in ("sets", "numbers")
        }
    if labels is not None:
        others["labels"] = labels
    return cast(PlanKeywords, others)


def try_variant(
    table: OpenTable, method: str, labels: str | None, words: PlanKeywords
) -> MethodCard:
    """The result of a method under the models, or the reason why there is none."""
    asked = variant_words(method, labels, words)
    taken: Any = {"method": method} | ({} if labels is None else {"labels": labels})
    card = MethodCard(method, labels, cast(PlanKeywords, taken))
    try:
        table.plan_for(**asked).check(table.counted.table.columns)
        proposal = table.search(**asked)
    except InternalError:
        raise
    except DiversaError as error:
        return replace(card, failure=explain_error(error))
    columns, example = example_row(proposal)
    sizes = table.groups(proposal).sizes
    return replace(
        card,
        loss=proposal.metrics.get("loss"),
        suppressed=proposal.suppressed,
        smallest=int(sizes.min()) if len(sizes) else 0,
        line=label_line_of(table, proposal),
        columns=columns,
        example=example,
    )


def example_row(proposal: Proposal) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns that would be published, and a row of them."""
    decision = proposal.decision
    counted = decision.counted or proposal.counted
    names = [one.attribute for one in counted.hierarchies]
    columns = (*names, *(one.name for one in counted.sensitive))
    if decision.recoding.group_column is not None:
        columns = (*columns, decision.recoding.group_column)
    recoding = replace(decision.recoding, columns=columns)
    tables = recoding.tables_of_counts(counted)
    if tables is None:
        return (), ()
    rows = sample_of(tables.rows)
    return tables.rows.names, rows[len(rows) // 2] if rows else ()


def in_order(cards: Iterable[MethodCard]) -> Sequence[MethodCard]:
    """The cards in their order: what labels tell comes before what is lost."""
    return sorted(cards, key=lambda card: card.place)
