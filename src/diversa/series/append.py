# SPDX-License-Identifier: Apache-2.0
"""Rows that come again and again: each batch is appended to one published table.

register -> open -> count -> recode -> join with what is there -> choose -> append ->
audit all -> publish. What is published and the new rows must hold together, and the new
rows of a group by themselves; rows that would not wait in the register.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Unpack

from diversa.data.roles import column_names
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.sources import source_of
from diversa.errors import NoRowsError, SourceError
from diversa.files.locks import lock
from diversa.files.spill import SpillFolder
from diversa.later_rows import keep_all_the_same
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.uses import check_used
from diversa.progress import Clock, Phases, silent
from diversa.recodings.recoding_file import SavedRecoding, read_recoding
from diversa.record.record_parts import fingerprint
from diversa.release.targets import Targets
from diversa.series.append_batch import check_plan, read_batch
from diversa.series.append_register import AppendRegister
from diversa.series.append_result import BatchResult
from diversa.series.append_state import open_append_register, settle_append_register
from diversa.series.append_step import BatchStep


def append(
    source: object,
    recoding: SavedRecoding | Path | str,
    *,
    out: Path | str,
    register: Path | str,
    first: bool = False,
    apart: bool | None = None,
    again: bool = False,
    unseen: str = "refuse",
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> BatchResult:
    """Append a batch of rows to a published table that grows.

    The rows are recoded as the first table was. Published are those with which every
    model holds, counted over all rows of the table and over the new rows of each group;
    the others wait in the register, and appear with a later batch, as soon as enough of
    their group have come.

    Args:
        source: The rows that came: a path or a frame with the columns of the first
            table.
        recoding: The file that `anonymize(..., recoding=...)` wrote; it holds the plan.
        out: Folder of the release, which grows from batch to batch.
        register: The private file with the rows that wait; never in `out`.
        first: Whether this is the first batch; the register is made then.
        apart: Whether the rows that a batch adds to a group must satisfy the models by
            themselves, too, so that comparing two states of the table shows no smaller
            group. It is decided with the first batch. By default they must, unless a
            model compares groups with the whole table: it cannot judge rows of a batch.
        again: Whether a file that was appended before is appended once more.
        unseen: What happens to rows with values that the recoding has no label for:
            "refuse" the batch, or "suppress" these rows, which are never published.
        engine: The engine that reads and writes, or its name; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: Words of a plan: keep_anyway, rows_are_people and not_the_subject.

    Returns:
        What the batch did, after the audit of all published rows has passed.

    Raises:
        InputError: What was given cannot be used; nothing was written.
    """
    check_used("append", words)
    saved = recoding if isinstance(recoding, SavedRecoding) else read_recoding(recoding)
    plan = saved.plan
    if names := column_names(words.pop("keep_anyway", ())):
        plan = keep_all_the_same(plan, names)
    plan = revise(plan, **words)
    check_plan(plan)
    clock, path = Clock(phases), Path(register)
    targets = Targets(source=source, out=out, replace=True, format="csv")
    with ExitStack() as endings:
        endings.enter_context(targets.reserve(plan.identifiers))
        endings.enter_context(reserve_register(path))
        before = open_append_register(path, Path(out), saved, first=first, apart=apart)
        file = batch_fingerprint(source)
        check_new(before, file, again=again)
        opened = endings.enter_context(open_engine(engine, source))
        spill = endings.enter_context(SpillFolder())
        try:
            rows = read_batch(
                opened,
                source,
                saved,
                plan,
                before,
                clock,
                unseen=unseen,
                spill=spill.path,
            )
        except NoRowsError:
            return BatchResult.of_no_rows(before)
        step = BatchStep(opened, plan, saved.method, before, rows, file, Path(out))
        return step.publish(targets, path, clock, auditor=engine)


@contextmanager
def reserve_register(path: Path) -> Iterator[None]:
    """Keep other runs from a register, after what a killed run began is settled."""
    if not path.absolute().parent.is_dir():
        yield  # there is none, and no place for one: that is refused in its turn
        return
    with lock(path, "register"):
        if path.is_file():
            settle_append_register(path)
        yield


def batch_fingerprint(source: object) -> str | None:
    """SHA-256 of the file of a batch; None for a frame or a table of a database."""
    file = source_of(source).file
    return None if file is None or not file.is_file() else fingerprint(file)


def check_new(register: AppendRegister, file: str | None, *, again: bool) -> None:
    """Refuse a file that was appended before, unless that is meant."""
    known = [batch.file for batch in register.batches]
    if file is None or file not in known or again:
        return
    raise SourceError(
        f"table: must be rows that came since, got the file of batch"
        f" {known.index(file) + 1}, whose rows would be published twice; nothing is to"
        " be done for it. If other rows look the same, say so: again=True"
    )
