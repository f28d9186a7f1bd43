# SPDX-License-Identifier: Apache-2.0
"""One run has a path at a time; a lock ends with whoever holds it."""

from __future__ import annotations

import threading

import pytest

from diversa.errors import TargetError
from diversa.files.locks import is_dead, is_held, lock, lock_file


def try_elsewhere(path):
    """Try to lock a path in another thread; give what was raised."""
    raised = []

    def attempt():
        try:
            with lock(path, "out"):
                pass
        except TargetError as error:
            raised.append(str(error))

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    return raised


def test_who_comes_second_is_refused_until_the_first_is_done(tmp_path):
    path = tmp_path / "release"
    with lock(path, "out") as file:
        assert is_held(path)
        assert not is_dead(file)
        (refusal,) = try_elsewhere(path)
        assert "out: " in refusal
        assert "is being written by another run" in refusal
        with lock(path, "out"):
            pass
        assert is_held(path)
    assert not is_held(path)
    assert try_elsewhere(path) == []
    assert list(tmp_path.iterdir()) == []


def test_the_lock_of_a_killed_run_is_taken_over(tmp_path):
    path = tmp_path / "release"
    lock_file(path).write_text("a note")
    assert is_dead(lock_file(path))
    with lock(path, "out") as file:
        assert file.read_text() == "a note"
    assert list(tmp_path.iterdir()) == []


def test_an_error_inside_gives_the_lock_back(tmp_path):
    def failing():
        with lock(tmp_path / "release", "out"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        failing()
    assert list(tmp_path.iterdir()) == []
