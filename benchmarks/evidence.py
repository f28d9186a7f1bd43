# SPDX-License-Identifier: Apache-2.0
"""What attacks, risk, utility and the report cost, against the audit of the same table.

Adult, 30,162 rows, eight quasi-identifiers, occupation sensitive, 5-anonymity. The
audit is that of the table itself. Evidence is everything before and after: risk and
attacks twice, every metric, and the picture, which shows the verdicts of the search.
Seconds, warm, the best of five.
Run with `python -m benchmarks evidence`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import diversa
from benchmarks.arguments import arguments
from benchmarks.methods import ANONYMITY, RUNS, make, small
from benchmarks.record import note
from benchmarks.search import FOLDER, SENSITIVE
from diversa.report.page import report_page

TIMES = 5


def spent(work: Callable[[], Any]) -> float:
    """Seconds of the fastest of several runs."""
    work()
    found = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def main() -> None:
    """Print a line per method."""
    rows = small(FOLDER)
    known = [name for name in rows.columns if name != SENSITIVE]
    unit = spent(
        lambda: diversa.audit(rows, quasi_identifiers=known, sensitive=SENSITIVE)
    )
    print(f"  audit of the table {unit:.3f} s")
    for run in RUNS:
        if ANONYMITY not in run.models:
            continue
        plan = make(rows, run, ANONYMITY)
        releases = [diversa.anonymize(rows, plan, evidence=True) for _ in range(TIMES)]
        seconds = min(release.seconds["measure"] for release in releases)
        manifest = releases[0].manifest(rows, {})
        page = spent(lambda found=manifest: report_page(found))
        size = len(report_page(manifest).encode())
        note("evidence", run.name, seconds / unit)
        note("evidence", f"{run.name}, page", page / unit)
        print(
            f"  {run.name:32} evidence {seconds:.3f} s, {seconds / unit:.1f} audits;"
            f" page {page:.2f} s, {size:,} bytes"
        )


if __name__ == "__main__":
    arguments(__doc__)
    main()
