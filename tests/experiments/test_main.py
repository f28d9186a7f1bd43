# SPDX-License-Identifier: Apache-2.0
"""The command: what it runs, writes and refuses."""

from __future__ import annotations

import pytest

from experiments.__main__ import main, parsed
from experiments.adult import Adult
from experiments.experiment import ROWS
from experiments.registry import EXPERIMENTS


def test_a_name_that_is_no_experiment_is_refused(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["figure-9"])
    assert stop.value.code == 2
    message = capsys.readouterr().err
    assert "got figure-9" in message
    assert "figure-7" in message


def test_a_folder_without_adult_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--adult", str(tmp_path)])
    assert stop.value.code == 2
    message = capsys.readouterr().err
    assert "without adult.data, adult.test, hierarchies" in message
    assert "--adult DIR" in message


def test_one_experiment_writes_data_and_its_page(tmp_path, adult_folder):
    main(["slides", "--small", "--adult", str(adult_folder), "--out", str(tmp_path)])
    page = (tmp_path / "slides.md").read_text(encoding="utf-8")
    assert "A trial run on little data" in page
    assert "Cancer 100%" in page
    assert (tmp_path / "data" / "slides-steps.csv").is_file()
    assert not (tmp_path / "l-diversity.md").exists()


def test_files_as_the_repository_has_them_are_read(tmp_path, adult_folder):
    for name, note, dot in (
        ("adult.data", "", ""),
        ("adult.test", "|1x3 Cross validator\n", "."),
    ):
        _, *lines = (adult_folder / name).read_text(encoding="utf-8").splitlines()
        rows = "".join(f"{line}{dot}\n" for line in lines[:500])
        (tmp_path / name).write_text(f"{note}{rows}\n", encoding="utf-8")
    ours = Adult(adult_folder).everyone()
    theirs = Adult(tmp_path).everyone()
    assert {name: column[:500].tolist() for name, column in ours.items()} == {
        name: column.tolist() for name, column in theirs.items()
    }
    both = Adult(tmp_path).complete()
    assert {*both["salary-class"].tolist()} == {"<=50K", ">50K"}


def test_rows_and_experiments_of_the_protocol(adult_folder):
    assert ROWS == 4_591_581
    chosen = parsed(["--adult", str(adult_folder), "--rows", "5000"])
    assert chosen.rows == 5000
    pages = {experiment.page for experiment in EXPERIMENTS.values()}
    assert {"l-diversity", "le-diversity", "delta-l-diversity", "closeness"} < pages
    assert {"slides", "methods"} < pages
