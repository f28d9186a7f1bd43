# SPDX-License-Identifier: Apache-2.0
"""A run that is killed at any step leaves the old release or the new one, whole.

By default the steps are tried at which something appears; `make soak` tries all.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import time
from itertools import cycle, product

import pytest

from diversa.ledger.ledger import Ledger
from examples import TIMES, generator
from snapshots import files_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs fork and signals")

SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
IS_SOAKED = TIMES > 1
"""Whether every step is tried, with every signal; else two of them in turn."""
ROLES = ["--qi", "zip,age", "--sensitive", "ill"]
REPLACE = [
    *("anonymize", "table.csv", "--identifier", "name", *ROLES),
    *("--model", "k-anonymity:3", "--method", "mondrian", "--labels", "tight"),
    *("--identifiers-as", "tokens", "--tokens", "tokens.csv"),
    *("--out", "release", "--replace", "--quiet"),
]
SERIES = [
    *("republish", "table.csv", "--key", "name", "--register", "register.json"),
    *(*ROLES, "--model", "m-invariance:2", "--quiet"),
]


@pytest.fixture
def runner(emptied):
    """A program that runs commands in a folder with a table."""
    rows = [
        f"Canaryname{place:02},{13050 + place % 3},{20 + place % 8},ill {place % 4}"
        for place in range(24)
    ]
    lines = ["name,zip,age,ill", *rows]
    (emptied.folder / "table.csv").write_text("\n".join(lines) + "\n")
    return emptied


def check_whole(release):
    """A release has every file that its manifest names, and a report."""
    manifest = json.loads((release / "manifest.json").read_text())
    for name, file in manifest["files"].items():
        content = (release / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file["sha256"]
    assert (release / "report.html").read_text().rstrip().endswith("</html>")


def check_swept(folder, *secrets):
    """Nothing temporary is left, and raw values only where they were asked for."""
    hidden = [path for path in folder.iterdir() if ".diversa-" in path.name]
    # Of a run that was killed after it had published, an empty lock file may be left.
    assert [path for path in hidden if path.is_dir() or path.stat().st_size] == []
    assert list((folder / "tmp").iterdir()) == []
    told = {name for name, text in files_of(folder).items() if b"Canaryname" in text}
    assert told <= {"table.csv", *secrets}


def kills(names):
    """Every step with every signal, or the steps at which something appears."""
    if IS_SOAKED:
        return list(product(range(1, len(names) + 1), SIGNALS))
    renamed = [n for n, name in enumerate(names, 1) if name == "os.rename"]
    return list(zip([*renamed, renamed[-1] + 1], cycle(SIGNALS), strict=False))


def test_a_release_that_is_replaced(runner):
    folder, release = runner.folder, runner.folder / "release"
    tokens = folder / "tokens.csv"
    code, said, _ = runner.run(*REPLACE)
    assert code == 0, said
    tokens.unlink()
    code, said, names = runner.run(*REPLACE)
    assert code == 0, said
    for step, number in kills(names):
        tokens.unlink(missing_ok=True)
        old = files_of(release)
        code, said, _ = runner.run(*REPLACE, step=step, number=number)
        assert code in (-number, 128 + number), said
        check_whole(release)
        is_new = files_of(release) != old
        if code > 0:  # it could tidy up
            assert tokens.exists() == is_new
            check_swept(folder, "tokens.csv")
            continue
        if is_new:
            assert b"Canaryname" in tokens.read_bytes()
            tokens.unlink()
        code, said, _ = runner.run(*REPLACE)
        assert code == 0, said
        check_swept(folder, "tokens.csv")
        check_whole(release)
    assert runner.run("audit", "release")[0] == 0


def test_a_release_that_is_replaced_in_two_steps(runner):
    """Where two names cannot be exchanged, the old release is beside for a moment."""
    folder, release = runner.folder, runner.folder / "release"
    words = [*REPLACE[: REPLACE.index("--identifiers-as")], *REPLACE[-4:]]
    runner.run(*words)
    code, said, names = runner.run(*words, exchange=False)
    assert code == 0, said
    beside = 0
    renamed = [n for n, name in enumerate(names, 1) if name == "os.rename"]
    between = [(step, signal.SIGKILL) for step in [*renamed, renamed[-1] + 1]]
    for step, number in kills(names) if IS_SOAKED else between:
        code, said, _ = runner.run(*words, step=step, number=number, exchange=False)
        assert code in (-number, 128 + number), said
        old = list(folder.glob(".release.diversa-old-*"))
        if not release.exists():
            assert code < 0, "what can be caught leaves the release in its place"
            assert len(old) == 1
            check_whole(old[0])
            beside += 1
        else:
            check_whole(release)
        code, said, _ = runner.run(*words, exchange=False)
        assert code == 0, said
        check_whole(release)
        check_swept(folder)
    assert beside, "some run was killed between the steps"


def test_a_release_that_is_replaced_at_any_moment(runner):
    """Killed by the clock, also inside of the engine; whatever the moment, it holds."""
    folder, release = runner.folder, runner.folder / "release"
    draw = generator("kills by the clock")
    assert runner.run(*REPLACE)[0] == 0
    begin = time.monotonic()
    (folder / "tokens.csv").unlink()
    assert runner.run(*REPLACE)[0] == 0
    longest = time.monotonic() - begin
    for _ in range(4 * min(TIMES, 50)):
        (folder / "tokens.csv").unlink(missing_ok=True)
        number = SIGNALS[draw.integers(len(SIGNALS))]
        after = float(draw.uniform(0, longest))
        code, said, _ = runner.run(*REPLACE, number=number, after=after)
        assert code in (0, -number, 128 + number), said
        check_whole(release)
        if code >= 0:
            check_swept(folder, "tokens.csv")
    (folder / "tokens.csv").unlink(missing_ok=True)
    assert runner.run(*REPLACE)[0] == 0
    check_swept(folder, "tokens.csv")


def test_a_register_and_its_releases(runner):
    folder = runner.folder
    code, said, _ = runner.run(*SERIES, "--first", "--out", "first")
    assert code == 0, said
    code, said, names = runner.run(*SERIES, "--out", "second")
    published = ["first", "second"]
    for step, number in kills(names):
        killed, after = f"killed-{step}-{number}", f"after-{step}-{number}"
        code, said, _ = runner.run(*SERIES, "--out", killed, step=step, number=number)
        assert code in (-number, 128 + number), said
        if (folder / killed).exists():
            check_whole(folder / killed)
            published.append(killed)
        if code > 0:
            check_swept(folder, "register.json")
        again = after if (folder / killed).exists() else killed
        code, said, _ = runner.run(*SERIES, "--out", again)
        assert code == 0, said
        published.append(again)
        check_swept(folder, "register.json")
        register = json.loads((folder / "register.json").read_text())
        assert register["releases"] == [hash_of(folder / name) for name in published]
        assert "announcement" not in register
    for release in published[-2:]:
        code, said, _ = runner.run("audit", release, "--register", "register.json")
        assert code == 0, said


GROWING = [
    *("append", "recoding.json", "new.csv", "--out", "public/table"),
    *("--register", "register.json", "--quiet"),
]


def test_a_table_that_grows(runner):
    """Nothing is lost or published twice, whenever a run is killed."""
    folder = runner.folder
    trial = [
        *("anonymize", "table.csv", "--identifier", "name", *ROLES, "--quiet"),
        *("--model", "k-anonymity:3", "--method", "full-domain", "--out", "trial"),
        *("--recoding", "recoding.json"),
    ]
    assert runner.run(*trial)[0] == 0
    number, came = 0, 0

    def next_batch():
        nonlocal number, came
        rows = [
            f"Canaryname{place:04},{13050 + place % 3},{20 + place % 8},ill {place % 4}"
            for place in range(1000 + came, 1005 + came)
        ]
        text = "\n".join(["name,zip,age,ill", *rows]) + "\n"
        (folder / "new.csv").write_text(text)
        number, came = number + 1, came + len(rows)

    def check_state():
        """Every row that came is published or waits, once; the state before or after.

        A register that is announced is settled by the next run.
        """
        register = json.loads((folder / "register.json").read_text())
        assert "announcement" not in register
        table = folder / "public" / "table" / "release.csv"
        lines = table.read_bytes().splitlines()[1:] if table.exists() else []
        assert len(lines) + sum(register["waiting"]["counts"]) == came
        assert len(register["batches"]) == number
        assert register["published"] == (
            hash_of(folder / "public" / "table") if lines else None
        )
        return lines

    next_batch()
    code, said, _ = runner.run(*GROWING, "--first", "--together")  # rows every time
    assert code == 0, said
    check_state()
    names = []
    while not names or not (folder / "public" / "table").exists():
        next_batch()
        code, said, names = runner.run(*GROWING)
        assert code == 0, said
    next_batch()
    code, said, names = runner.run(*GROWING)
    assert code == 0, said
    before = check_state()
    outcomes = set()
    for step, signal_number in kills(names):
        next_batch()
        code, said, _ = runner.run(*GROWING, step=step, number=signal_number)
        assert code in (-signal_number, 128 + signal_number), said
        check_whole(folder / "public" / "table")
        code, said, _ = runner.run(*GROWING)
        outcomes.add(code)
        assert code == 0 or "got the file of batch" in said, said
        lines = check_state()
        assert lines[: len(before)] == before, "published rows never change"
        before = lines
        told = {"table.csv", "new.csv"}
        check_swept(folder, *told)
    assert outcomes == {0, 2}, "some were killed before, some after the exchange"
    assert runner.run("audit", "public/table")[0] == 0


def hash_of(release):
    return hashlib.sha256((release / "release.csv").read_bytes()).hexdigest()


def test_a_release_and_its_line_in_the_ledger(runner):
    """A release that is there has a line; the ledger can be read whatever happened."""
    folder = runner.folder
    words = [word for word in REPLACE if word not in ("--tokens", "tokens.csv")]
    words = [word for word in words if word not in ("--identifiers-as", "tokens")]
    command = [*words, "--ledger", "ledger.json"]
    first, said, names = runner.run(*command)
    assert (first, said) == (0, "")
    for step, number in kills(names):
        for name in ("release", "ledger.json"):
            path = folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        runner.run(*command, step=step, number=number)
        ledger = Ledger.read(folder / "ledger.json")
        places = [line.name for line in ledger.lines] if ledger else []
        if (folder / "release").exists():
            check_whole(folder / "release")
            assert places == ["release"]
        else:
            assert places in ([], ["release"])
        code, said, _ = runner.run(*command)
        assert (code, said) == (0, "")
        check_swept(folder)
        assert Ledger.read(folder / "ledger.json").lines[-1].name == "release"
