# SPDX-License-Identifier: Apache-2.0
"""The placing of a release folder: it appears whole, after the audit, or not at all.

A release is made in a hidden folder beside its place (`.NAME.diversa-...`) and then
exchanged with the old one in one step. However a run ends, the name holds the whole old
release or the whole new one. On systems without such a step the old one is moved aside
first (`.NAME.diversa-old-...`); after a kill at that moment the next run puts it back.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from diversa.files.exchange import exchange
from diversa.files.locks import hidden_prefix, is_held, lock, lock_file
from diversa.files.secret_files import Beside, SecretFiles
from diversa.files.signals import delay_signals
from diversa.files.spill import sweep_spills
from diversa.record.folder import MANIFEST, OUT, check_only_release, check_target

OLD = "old-"
"""Mark in the hidden name of an old release that is being replaced."""


@contextmanager
def reserve(target: Path | None, word: str = OUT) -> Iterator[None]:
    """Keep other runs from a folder, and remove the leftovers of killed runs.

    The same run may reserve a folder twice. Afterwards `check_target` decides whether
    a release in it may be replaced. Raw values that killed runs have left are removed
    even if this run is refused. `word` is the option that names the folder.
    """
    sweep_spills(Path(tempfile.gettempdir()))
    if target is None or is_held(target):
        yield
        return
    check_target(target, replace=True, word=word)
    with folders_above(target), lock(target, word) as file:
        recover(target, file)
        check_target(target, replace=True, word=word)
        yield


@contextmanager
def folders_above(target: Path) -> Iterator[None]:
    """Make the folders above a target; remove those that stay empty."""
    above = target.absolute().parents
    lacking = [folder for folder in above if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        for folder in lacking:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


@contextmanager
def hidden_folder(target: Path) -> Iterator[Path]:
    """Give a hidden folder beside the target; remove it at the end.

    To publish it, put it in the place of the target.
    """
    with reserve(target):
        with delay_signals():
            name = tempfile.mkdtemp(prefix=hidden_prefix(target), dir=target.parent)
            hidden = Path(name)
            # Also if an interruption comes just before the work is cleaned up.
            kept = TemporaryName()
            remove = weakref.finalize(kept, discard, hidden)
        try:
            yield hidden
        finally:
            with delay_signals():
                remove()


class TemporaryName:
    """A handle of a temporary folder, which is removed with it."""


@contextmanager
def appearing(target: Path, *, replace: bool = False) -> Iterator[Path]:
    """Give a hidden folder beside the target; it takes the target's place at the end.

    If anything goes wrong inside, the hidden folder is removed and the target stays as
    it was. With `replace`, a release that is there may be replaced.
    """
    with hidden_folder(target) as hidden:
        check_target(target, replace=replace)
        check_only_release(target)
        yield hidden
        with SecretFiles() as nothing:
            put_in_place(hidden, target, nothing)


def put_in_place(hidden: Path, target: Path, beside: Beside) -> None:
    """Publish a hidden folder together with its secrets: all of it or nothing.

    The secrets appear just before the release. An old release takes the place of the
    hidden folder.
    """
    hidden.chmod(0o755)
    check_only_release(target)  # somebody may have come since
    with delay_signals():
        note_secrets(hidden, target, beside)
        try:
            beside.appear()
            replace(hidden, target)
        except BaseException:
            beside.withdraw()
            raise
        beside.confirm()


def replace(hidden: Path, target: Path) -> None:
    """Put the finished folder in the target's place."""
    if not target.exists():
        hidden.rename(target)
    elif not exchange(hidden, target):
        replace_in_two_steps(hidden, target)


def replace_in_two_steps(hidden: Path, target: Path) -> None:
    """Put the old folder beside, then the new one in its place.

    The name of the old one tells the next run where it belongs, if there is no second
    step.
    """
    prefix = f"{hidden_prefix(target)}{OLD}"
    old = hidden.with_name(f"{prefix}{hidden.name.removeprefix(hidden_prefix(target))}")
    target.rename(old)
    try:
        hidden.rename(target)
    except OSError:
        old.rename(target)
        raise
    discard(old)


def discard(path: Path) -> None:
    """Remove a folder, or the link to one."""
    if path.is_symlink():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path, ignore_errors=True)


def note_secrets(hidden: Path, target: Path, beside: Beside) -> None:
    """Note in the lock file the secrets that will appear with a release."""
    places = beside.places()
    if places:
        note = {"manifest": manifest_hash(hidden), "secrets": places}
        lock_file(target.absolute()).write_text(json.dumps(note), encoding="utf-8")


def recover(target: Path, lock: Path) -> None:
    """Remove the leftovers of a killed run whose release did not appear."""
    prefix = hidden_prefix(target)
    beside = target.absolute().parent.glob(f"{glob.escape(prefix)}*")
    leftovers = [path for path in beside if path.is_symlink() or path.is_dir()]
    for folder in leftovers:
        if folder.name.startswith(f"{prefix}{OLD}") and not target.exists():
            folder.rename(target)
    secrets = leftover_secrets(target, lock)
    for path, number in secrets.items():
        if Path(path).exists() and Path(path).stat().st_ino == number:
            Path(path).unlink()
    os.truncate(lock, 0)
    for folder in leftovers:
        discard(folder)


def leftover_secrets(target: Path, lock: Path) -> dict[str, int]:
    """The secrets that a killed run has noted; none if their release is there."""
    try:
        note = json.loads(lock.read_text(encoding="utf-8"))
        published = note["manifest"] == manifest_hash(target)
        return {} if published else {str(k): int(v) for k, v in note["secrets"].items()}
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        RecursionError,
    ):
        return {}  # it was killed before it could note any


def manifest_hash(folder: Path) -> str | None:
    """The SHA-256 of the manifest in a folder, None where there is none."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return None
    return hashlib.sha256(manifest.read_bytes()).hexdigest()
