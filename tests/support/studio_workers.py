# SPDX-License-Identifier: Apache-2.0
"""Workers of the studio in threads of the tests: a process takes seconds to start."""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Thread

from diversa.studio.jobs.worker import perform


@dataclass
class ThreadWorker:
    thread: Thread
    words: Connection
    there: Connection

    def kill(self):
        pass

    def join(self):
        self.thread.join()
        self.there.close()
        self.words.close()


def start_thread(work, limits):
    del limits
    here, there = Pipe(duplex=False)
    thread = Thread(target=perform, args=(work, there))
    thread.start()
    return ThreadWorker(thread, here, there)


@dataclass
class DumbWorker:
    """A worker of which only the given words are ever heard."""

    words: Connection
    killed: bool = False

    def kill(self):
        self.killed = True

    def join(self):
        self.words.close()


def telling(*words, ends=False):
    """Start workers that tell these words, and then nothing or no more."""

    def start(work, limits):
        del work, limits
        here, there = Pipe(duplex=False)
        for word in words:
            there.send(word)
        if ends:
            there.close()
        start.there = there  # else it is closed when it is forgotten
        return DumbWorker(here)

    return start
