# SPDX-License-Identifier: Apache-2.0
"""Models, metrics and distances of an installed package on the command line."""

from __future__ import annotations

import os

import pytest

from installed_package import forget, install

ROLES = ["--quasi-identifiers", "zip,age", "--sensitive", "condition"]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package that adds models, a metric and a distance."""
    folder = install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    forget()


@pytest.mark.usefixtures("package")
def test_models_lists_it(diversa):
    assert "odd-size" in diversa("models").stdout
    assert "No value has more than a share" in diversa("models", "largest-share").stdout
    names = [model["name"] for model in diversa("models", "--json").json["models"]]
    assert {"odd-size", "largest-share"} <= {*names}


@pytest.mark.usefixtures("package")
def test_from_a_plan_to_a_release_and_its_audit(diversa, hospital_table, folder):
    plan = folder / "plan.toml"
    text = plan.read_text("utf-8")
    begin = text.index("models = ")
    end = text.index("\n", begin)
    models = 'models = ["k-anonymity:3", "largest-share:2/3"]'
    plan.write_text(text[:begin] + models + text[end:], encoding="utf-8")
    done = diversa("anonymize", hospital_table, "--plan", plan, "--out", "out")
    assert done.code == 0, done.stderr
    again = diversa("audit", "out", "--json")
    assert again.code == 0, again.stderr
    assert "largest-share:2/3" in again.stdout
    assert diversa("report", "out", "--out", "page.html").code == 0


@pytest.mark.usefixtures("package")
def test_a_metric_and_a_distance(diversa, figure_1):
    words = ["--plan", "plan.toml", "--objective", "largest-group", "--out", "out"]
    done = diversa("anonymize", figure_1, *words, "--json")
    assert done.code == 0, done.stderr
    assert done.json["metrics"]["largest-group"] >= 4
    near = ["--model", "t-closeness:0.9,distance=by-length"]
    judged = diversa("audit", figure_1, *ROLES, *near, "--json")
    assert judged.json["models"][0]["spec"].endswith("distance=by-length")


def test_in_a_process_of_its_own(process, forked, package):
    path = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    words = ["models", "odd-size", "--json"]
    done = process(*words, PYTHONPATH=path)
    assert done.code == 0, done.stderr
    assert '"odd-size"' in done.stdout
    alone = forked(*words)
    assert alone.code == 2
    assert "model: name must be a known one, got 'odd-size'" in alone.stderr
