# SPDX-License-Identifier: Apache-2.0
"""Where a release goes: what would lose or leak something is refused at once."""

from __future__ import annotations

import pandas as pd
import pytest

from diversa.data.identifiers import Tokens
from diversa.errors import TargetError
from diversa.files.secret_files import SecretFiles
from diversa.release.targets import Targets, token_files, write_csv

FRAME = pd.DataFrame({"zip": ["1"]})


def check(source=FRAME, identifiers=None, **targets):
    checked = Targets(source=source, **targets)
    with checked.reserve(identifiers or {}):
        return checked


def test_a_frame_needs_no_folder():
    targets = check()
    assert targets.folder is None
    assert targets.file_name == "release.csv"
    assert targets.sensitive_name == "sensitive.csv"


def test_a_file_does(tmp_path):
    source = tmp_path / "table.parquet"
    FRAME.to_parquet(source)
    with pytest.raises(TargetError, match="out: must be given for a file"):
        check(str(source))
    assert check(str(source), out=tmp_path / "out").file_name == "release.parquet"
    targets = check(str(source), out=tmp_path / "out", format="csv")
    assert targets.file_name == "release.csv"


def test_a_format_that_is_none():
    with pytest.raises(TargetError, match=r"format: must be one of .*, got 'xlsx'"):
        check(format="xlsx")


@pytest.mark.parametrize("word", ["tokens", "mapping", "recoding"])
def test_secret_files_stay_outside_the_release(tmp_path, word):
    out = tmp_path / "out"
    with pytest.raises(TargetError, match=f"{word}: must not be inside the release"):
        check(out=out, **{word: out / "secret.csv"})
    with pytest.raises(TargetError, match=f"{word}: there is no folder"):
        check(**{word: tmp_path / "nowhere" / "secret.csv"})
    old = tmp_path / "old.csv"
    old.touch()
    with pytest.raises(TargetError, match="exists; name a new file"):
        check(**{word: old})
    names = {"name": Tokens()} if word == "tokens" else {}
    new = tmp_path / "new.csv"
    assert getattr(check(identifiers=names, **{word: new}), word) == new


def test_tokens_need_a_file(tmp_path):
    with pytest.raises(TargetError, match="tokens: must name the file for the secret"):
        check(identifiers={"name": Tokens()})
    (tmp_path / "tokens-ssn.csv").touch()
    two = {"name": Tokens(), "ssn": Tokens()}
    with pytest.raises(TargetError, match=r"tokens-ssn\.csv' exists"):
        check(identifiers=two, tokens=tmp_path / "tokens.csv")


def test_a_file_of_tokens_needs_tokens(tmp_path):
    with pytest.raises(TargetError, match="tokens: must come with an identifier"):
        check(tokens=tmp_path / "tokens.csv")


def test_every_identifier_has_its_own_file(tmp_path):
    path = tmp_path / "tokens.csv"
    assert token_files(None, ["name"]) == {}
    assert token_files(path, ["name"]) == {"name": path}
    assert token_files(path, ["name", "ssn"]) == {
        "name": tmp_path / "tokens-name.csv",
        "ssn": tmp_path / "tokens-ssn.csv",
    }


def test_a_file_appears_whole_and_for_its_owner_only(tmp_path):
    path = tmp_path / "secret.csv"
    with SecretFiles() as secrets:
        lines = [("a", "b"), ("1", "x,y")]
        secrets.prepare(path, lambda file: write_csv(file, lines))
        secrets.appear_alone()
    assert path.read_text() == 'a,b\n1,"x,y"\n'
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_fails_does_not_appear(tmp_path):
    def failing(path):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"), SecretFiles() as secrets:
        secrets.prepare(tmp_path / "secret.csv", failing)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", ["mapping", "recoding"])
def test_one_file_for_two_secrets(tmp_path, word):
    both = {"tokens": tmp_path / "x.csv", word: tmp_path / "x.csv"}
    with pytest.raises(TargetError, match=f"{word}: must be another file than tokens"):
        check("people.csv", {"ssn": Tokens()}, out=tmp_path / "out", **both)
