# SPDX-License-Identifier: Apache-2.0
"""A process that does one job: limited in memory, and gone when the server is."""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
import threading
import time
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from diversa.engines.limits import LEAST_MEMORY, MEMORY_VARIABLE
from diversa.progress import Progress
from diversa.studio.explanations import explain_error
from diversa.studio.jobs.work import Work
from diversa.studio.security.quiet_logs import quiet_logs

SECONDS_BETWEEN = 0.1
"""The fewest seconds between two messages of progress."""

PHASE, DONE, FAILED = "phase", "done", "failed"
"""Messages of a worker: ("phase", name, done, steps), ("done",), ("failed", why)."""


@dataclass(frozen=True)
class WorkerLimits:
    """The limits of a worker."""

    memory: int
    """Bytes of memory."""
    temporary: str
    """The folder for temporary files, which may hold raw values."""


@dataclass(frozen=True)
class Worker:
    """A worker that was started, as the server sees it."""

    process: BaseProcess
    words: Connection
    """The pipe of its messages."""

    def kill(self) -> None:
        """End it now; its release does not appear any more."""
        self.process.kill()

    def join(self) -> None:
        """Wait for its end."""
        self.process.join()
        self.words.close()


def start_worker(work: Work, limits: WorkerLimits) -> Worker:
    """Start a process for some work; it shares nothing with the server."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=run, args=(work, limits, there), daemon=True)
    process.start()
    there.close()
    return Worker(process, here)


def run(work: Work, limits: WorkerLimits, words: Connection) -> None:
    """Do the work in this process."""
    end_with_server()
    try:
        with quiet_logs():
            limit(limits)
            perform(work, words)
    except BaseException:  # noqa: BLE001 - multiprocessing would print all it says
        os._exit(1)


def perform(work: Work, words: Connection) -> None:
    """Do the work and send its result."""
    try:
        work.perform(partial(tell, words))
    except Exception as error:  # noqa: BLE001 - whatever it is, the server is told
        words.send((FAILED, explain_error(error)))
    else:
        words.send((DONE,))


def tell(words: Connection, phase: str) -> Progress:
    """Say that a phase begins, then its progress, not too often."""
    words.send((PHASE, phase, 0, 1))
    last = 0.0

    def progress(done: int, steps: int) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN:
            last = time.monotonic()
            words.send((PHASE, phase, done, steps))

    return progress


def limit(limits: WorkerLimits) -> None:
    """Bound this process; what does not fit goes to temporary files before that."""
    os.environ["TMPDIR"] = tempfile.tempdir = limits.temporary
    half = max(limits.memory // 2, LEAST_MEMORY)
    os.environ.setdefault(MEMORY_VARIABLE, f"{half // 1_000_000}MB")
    resource.setrlimit(resource.RLIMIT_DATA, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with_server() -> None:
    """End this process when the server is no more, whatever ended it."""
    server = multiprocessing.parent_process()
    if server is None:
        return

    def watch() -> None:
        wait([server.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
