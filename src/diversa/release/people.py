# SPDX-License-Identifier: Apache-2.0
"""The numbers of a release whose people may have several rows."""

from __future__ import annotations

from diversa.audits.audit_result import Audit
from diversa.audits.cell_audit import cells_of_stars
from diversa.audits.row_numbers import count_row_numbers, of_single_rows
from diversa.data.missing import MissingPolicy
from diversa.metrics.discernibility import sum_of_products
from diversa.record.people import PeopleRecord
from diversa.release.recount import Recount


def repeats(recount: Recount, audit: Audit) -> int:
    """Rows that are left out because other rows of the same person are there."""
    counted = recount.counted
    if recount.people_table is None:
        return counted.rows_beyond
    starred = recount.plan.privacy.suppress_by == "star"
    gone = 0 if starred else recount.decision.suppressed
    return counted.cells.rows - gone - audit.rows + counted.rows_beyond


def people_record(recount: Recount, audit: Audit) -> PeopleRecord | None:
    """The people of the release, where a column says whose a row is."""
    plan, kinds = recount.plan, recount.counted.kinds
    if plan.roles.person is None:
        return None
    rows = recount.counted.cells.rows
    if recount.people_table is None:
        known = of_single_rows(audit)
    else:
        known = count_row_numbers(
            recount.engine,
            recount.people_table,
            plan.roles.person,
            recount.group_names,
            plan.roles.sensitive,
            worst=plan.privacy.missing is MissingPolicy.WORST,
        )
    return PeopleRecord(
        person=plan.roles.person,
        rows=str(plan.people.rows),
        known=plan.people.known,
        missing_person=plan.people.missing_person,
        people_in=rows if kinds is None else kinds.total,
        people_out=audit.rows if audit.people is None else audit.people,
        smallest_rows=audit.smallest_rows,
        most_groups=audit.most_groups,
        most_rows=known.most,
        row_share=known.share,
        rows_known=known.surest,
        all_visits=audit.all_visits,
    )


def metrics_by_rows(recount: Recount) -> dict[str, float]:
    """Metrics of group sizes, where not all rows of a person are published.

    A search counts the rows of a person that look alike each, and one is published.
    """
    if recount.people_table is None:
        return {}
    names = recount.group_names
    labels = [recount.engine.values(recount.people_table, name) for name in names]
    cells = recount.engine.count(recount.people_table, labels)
    sizes = cells.counts
    suppressed, rows = recount.decision.suppressed, recount.counted.cells.rows
    if suppressed and recount.decision.recoding.star:
        sizes = sizes[~cells_of_stars(cells, names)]
    found = {
        "discernibility": sum_of_products(sizes, sizes) + suppressed * rows,
        "average-group-size": sizes.mean() if len(sizes) else rows,
    }
    known = recount.decision.metrics
    return {name: float(found[name]) for name in found if name in known}
