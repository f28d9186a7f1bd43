# SPDX-License-Identifier: Apache-2.0
"""Commands that are killed, or find no space, at the n-th step on the file system.

A step is what Python is about to do to a file below the folder of the run, as its
audit events tell, and what the engine writes. Run as a program, it imports everything
once and starts a process for every command that it reads.
"""

from __future__ import annotations

import atexit
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

PATHS = {
    "open": (0,),
    "os.rename": (0, 1),
    "os.link": (0, 1),
    "os.remove": (0,),
    "os.rmdir": (0,),
    "os.mkdir": (0,),
    "os.chmod": (0,),
    "os.truncate": (0,),
}
"""The audit events that change a file, and where they name it."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass
class Watch:
    """Counts the steps of a run, and does something at one of them."""

    folder: Path
    step: int
    act: object
    steps: int = 0
    names: list[str] = field(default_factory=list)

    def event(self, name, words):
        """Count an audit event, if it changes a file of the run."""
        places = PATHS.get(name)
        if places is None or (name == "open" and not (words[2] or 0) & WRITING):
            return
        # A path below an open folder is told without that folder.
        files = [
            os.fspath(words[at]) for at in places if not isinstance(words[at], int)
        ]
        if any(self.is_inside(os.fsdecode(file)) for file in files):
            self.count(name)

    def is_inside(self, file):
        """Tell a file of the run; a bare name is one in a folder being removed."""
        return not Path(file).is_absolute() or file.startswith(str(self.folder))

    def count(self, name="write"):
        """Count a step."""
        self.steps += 1
        self.names.append(name)
        if self.steps == self.step:
            self.act()


watches: list[Watch] = []


def hook(name, words):
    for watch in watches:
        watch.event(name, words)


def watch_steps(watch):
    """Watch this process; nothing can take a hook away again, but it can do nothing."""
    from diversa.engines.duckdb.engine import DuckDBEngine

    if not hasattr(DuckDBEngine.write, "watched"):
        write = DuckDBEngine.write

        def watched(self, table, target, **options):
            for each in watches:
                each.count()
            write(self, table, target, **options)
            for each in watches:
                each.count()

        watched.watched = True
        DuckDBEngine.write = watched
        sys.addaudithook(hook)
    watches.append(watch)


@contextmanager
def no_space(folder, step):
    """Let one step of a run in this process find no space; give the watch."""

    def fail():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    watch = Watch(folder, step, fail)
    watch_steps(watch)
    try:
        yield watch
    finally:
        watches.remove(watch)


class Runner:
    """A program that starts commands in a folder and kills them at a step."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.program = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "TMPDIR": str(self.temporary), "COLUMNS": "200"},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.stdin.close()
        self.program.wait()
        self.program.stdout.close()

    def clear(self):
        """Remove whatever runs and tests have left in the folder."""
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        self.temporary.mkdir()

    def run(self, *words, step=0, number=signal.SIGKILL, **how):
        """Run a command, killed at a step: its exit code, what it said, its steps.

        Args:
            words: The command.
            step: The step at which it is killed; 0 for none.
            number: The signal.
            how: `after` so many seconds it is killed; `largest` is the most bytes that
                a file may have; `exchange` is False where two names cannot be exchanged
                in one step; `weak` is True where permissions hold for root, too.
        """
        code, said, errors, names = self._answer([words, step, int(number), how])
        return code, said + errors, names

    def command(self, *words, environment, terminal=None):
        """Run a command here: its exit code, what it said, and what it complained of.

        Args:
            words: The command.
            environment: All the variables that it has.
            terminal: The path of the terminal that it says all to.
        """
        how = {"folder": str(Path.cwd()), "environment": dict(environment)}
        if terminal is not None:
            how["terminal"] = terminal
        return self._answer([words, 0, 0, how])[:3]

    def _answer(self, job):
        words, *others = job
        line = json.dumps([list(map(str, words)), *others])
        self.program.stdin.write(line + "\n")
        self.program.stdin.flush()
        return json.loads(self.program.stdout.readline())


def import_all():
    """Import what commands need, and look up what they would: they begin with it."""
    from importlib import import_module

    for name in ("anonymize", "append", "republish", "audit", "audit_page", "main"):
        import_module(f"diversa.cli.{name}")
    import_module("diversa.cli.plans")
    import_module("diversa.series.append")
    for name in ("pipeline", "series.republish", "engines.duckdb.engine"):
        import_module(f"diversa.{name}")
    for name in ("audits.release_audit", "series.register_audit"):
        import_module(f"diversa.{name}")
    for name in ("duckdb.row_codes", "recoder"):
        import_module(f"diversa.engines.{name}")
    for name in ("diversa.suggestions.role_words", "numpy.ma", "numpy.random"):
        import_module(name)
    for name in ("console", "progress", "table"):
        import_module(f"rich.{name}")
    models = import_module("diversa.models")
    dict(models.MODELS)  # models are imported when looked up
    models.audited(["ill"])
    import_module("diversa.record.record_parts").versions()
    import_module("diversa.report.language").texts_of("en")


def share_database():
    """Make the database of all commands that ask for no limits: that takes long.

    It has no threads, which a process would not have of the one that it is forked from.
    """
    import duckdb

    from diversa.engines.duckdb.instances import SETTINGS

    make = duckdb.connect
    shared = make(config=SETTINGS | {"threads": "1"})
    with suppress(duckdb.Error):  # older ones have no others
        shared.execute("SET async_threads = 0")

    def connect(*, config):
        limited = {"memory_limit", "threads"} & set(config)
        return make(config=config) if limited else shared.cursor()

    duckdb.connect = connect


def main():
    """Run what stands on standard input, a command a line, each in its own process."""
    from diversa.cli.main import main as diversa

    import_all()
    share_database()
    folder = Path.cwd()
    for line in sys.stdin:
        words, step, number, how = json.loads(line)
        with ExitStack() as stack:
            files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            names = files[2]
            child = os.fork()
            if not child:
                for stream, file in enumerate(files[:2], 1):
                    os.dup2(file.fileno(), stream)
                furnish(how)
                prepare(how)
                run_in_child(diversa, words, Watch(folder, step, kill(number)), names)
            if "after" in how:
                time.sleep(how["after"])
                os.kill(child, number)  # one that has ended is not yet waited for
            _, status = os.waitpid(child, 0)
            for file in files:
                file.seek(0)
            said, errors = (file.read().decode() for file in files[:2])
            code = os.waitstatus_to_exitcode(status)
            answer = [code, said, errors, names.read().decode().split()]
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def furnish(how):
    """Let this process be where `Runner.command` says, with the streams it says."""
    if "folder" in how:
        os.chdir(how["folder"])
    if "environment" in how:
        os.environ.clear()
        os.environ.update(how["environment"])
    if os.environ.get("PYTHONIOENCODING"):
        sys.stdout.reconfigure(encoding=os.environ["PYTHONIOENCODING"])
        sys.stderr.reconfigure(encoding=os.environ["PYTHONIOENCODING"])
    if "terminal" in how:
        terminal = os.open(how["terminal"], os.O_RDWR)
        for stream in range(3):
            os.dup2(terminal, stream)
        # A stream remembers what kind of file it was made for.
        sys.stdout, sys.stderr = (
            os.fdopen(stream, "w", encoding="utf-8") for stream in (1, 2)
        )


def prepare(how):
    """Let some things be impossible for this process; see `Runner.run`."""
    if how.get("exchange") is False:
        import diversa.files.exchange

        diversa.files.exchange.system_exchange = lambda: None
    if how.get("weak"):
        drop_overriding()
    if "largest" in how:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (how["largest"], hard))


OVERRIDING = 0b1111
"""What lets root do without permissions: to change owners, read, write and chmod."""


def drop_overriding():
    """Let permissions hold for this process although it may be that of root."""
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    library.capget(header, sets)
    for place in (0, 1):  # effective, permitted
        sets[place] &= ~OVERRIDING
    library.capset(header, sets)


def kill(number):
    """What kills the process that it is called in."""
    return lambda: os.kill(os.getpid(), number)


def run_in_child(diversa, words, watch, names):
    """Run a command; the names of its steps are told if it ends by itself."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Whoever began the tests may have had it ignored, as nohup does.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    watch_steps(watch)
    code = None
    try:
        diversa(words, prog_name="diversa")
    except SystemExit as end:
        code = end.code or 0
    finally:
        watches.clear()
        if "resource" in sys.modules:  # what is told here has no limit
            import resource

            _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        names.write(" ".join(watch.names).encode())
        names.flush()
    if isinstance(code, int):
        leave(code)
    sys.exit(code)


def leave(code):
    """End as Python does, but do not take every module apart: that takes long."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main()
