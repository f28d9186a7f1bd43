# SPDX-License-Identifier: Apache-2.0
"""The file of the ledger: private, whole, and checked when it is read."""

from __future__ import annotations

import json
import multiprocessing
import stat
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import SourceError
from diversa.ledger import ledger as keeping
from diversa.ledger.ledger import SECRET, Ledger, hold
from examples import examples
from ledger_lines import line


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "ledger.json"
    ledger = Ledger().with_line(line(), replaced=None)
    ledger.write(path)
    again = Ledger.read(path)
    assert again.secret == ledger.secret
    (read,) = again.lines
    assert (read.id, read.files, read.seed) == ("first", {"release.csv": "ab"}, 0)
    assert read.tuples.hashes.tolist() == [3, 2**64 - 1]
    assert read.people[0].number == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.json"]


def test_there_need_not_be_one(tmp_path):
    assert Ledger.read(tmp_path / "ledger.json") is None
    assert len(Ledger().secret) == SECRET
    assert Ledger().secret != Ledger().secret


def test_a_line_is_taken_back_and_what_it_replaced_returns():
    first, second = line(), line("second")
    ledger = (
        Ledger().with_line(first, replaced=None).with_line(second, replaced="first")
    )
    assert [one.replaced for one in ledger.lines] == [True, False]
    before = ledger.without(second, replaced="first")
    assert [(one.id, one.replaced) for one in before.lines] == [("first", False)]


def content():
    """A ledger as JSON."""
    from diversa.codec import to_json

    return to_json(Ledger().with_line(line(), replaced=None))


BAD = {
    "no JSON": "{",
    "a list": "[]",
    "another form": json.dumps({**content(), "ledger": 2}),
    "no lines": json.dumps({k: v for k, v in content().items() if k != "lines"}),
    "a short secret": json.dumps({**content(), "secret": "QUJD"}),
    "no secret in Base64": json.dumps({**content(), "secret": "%%%"}),
}


@pytest.mark.parametrize("case", BAD)
def test_other_files_are_refused(tmp_path, case):
    path = tmp_path / "ledger.json"
    path.write_text(BAD[case])
    with pytest.raises(
        SourceError, match="must be a ledger that diversa wrote"
    ) as told:
        Ledger.read(path)
    assert "--ledger" in str(told.value)


BAD_LINES = {
    "hashes that do not ascend": {"hashes": "AgAAAAAAAAABAAAAAAAAAA=="},
    "hashes of seven bytes": {"hashes": "AgAAAAAAAA=="},
    "fewer rows than hashes": {"number": 0},
    "columns that are no list": {"columns": "q"},
    "a number that is none": {"number": True},
    "another key": {"more": 1},
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_hostile_sketches_are_refused(tmp_path, case):
    whole = content()
    whole["lines"][0]["tuples"] |= BAD_LINES[case]
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(whole))
    with pytest.raises(SourceError, match="columns, number and hashes"):
        Ledger.read(path)


@examples(60)
@given(st.binary(max_size=200), st.integers(0, 400), st.integers(0, 100))
def test_any_bytes_are_a_ledger_or_a_clear_error(tmp_path_factory, noise, at, cut):
    text = json.dumps(content()).encode()
    path = tmp_path_factory.mktemp("hostile") / "ledger.json"
    path.write_bytes(text[:at] + noise + text[at + cut :])
    with suppress(SourceError):
        assert isinstance(Ledger.read(path), Ledger)


def add_lines(path, start, number):
    """Add lines as runs do."""
    for place in range(number):
        with hold(path):
            ledger = Ledger.read(path) or Ledger()
            ledger.with_line(line(f"{start}{place}"), replaced=None).write(path)


def test_two_processes_lose_no_line(tmp_path):
    path = tmp_path / "ledger.json"
    make = multiprocessing.get_context("fork").Process
    runs = [make(target=add_lines, args=(path, name, 8)) for name in "ab"]
    for run in runs:
        run.start()
    for run in runs:
        run.join(60)
    assert [run.exitcode for run in runs] == [0, 0]
    found = {one.id for one in Ledger.read(path).lines}
    assert found == {f"{name}{place}" for name in "ab" for place in range(8)}


def test_a_run_that_is_killed_leaves_the_ledger_whole(tmp_path, monkeypatch):
    path = tmp_path / "ledger.json"
    Ledger().with_line(line(), replaced=None).write(path)
    before = path.read_bytes()

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(keeping.SecretFiles, "prepare", killed)
    with pytest.raises(KeyboardInterrupt):
        Ledger().write(path)
    assert path.read_bytes() == before
