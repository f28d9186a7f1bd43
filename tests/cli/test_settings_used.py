# SPDX-License-Identifier: Apache-2.0
"""Every setting, given to every command that takes a plan, changes the answer or ends
with the exit code 2: none is taken and forgotten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from diversa.data.examples import hospital, write_csv
from diversa.plan.settings import all_settings

PLAN = """\
[roles]
identifiers = ["name"]
quasi_identifiers = ["zip", "born", "sex"]
sensitive = ["condition"]

[hierarchies]
zip = { kind = "masking", length = 5 }
born = { kind = "intervals", widths = [5, 10, 20, 40], origin = 1900 }
sex = { kind = "suppression" }

[privacy]
models = ["k-anonymity:4", "entropy-l-diversity:2"]
suppression = 0.05
"""

COMMANDS = {
    "lattice": (),
    "sweep": ("--over", "k=3,6"),
    "audit": (),
    "attack": (),
    "risk": (),
    "hierarchies": (),
    "report": ("--out", "page.html"),
    "anonymize": ("--out", "release", "--rehearsal", "none"),
    "anonymize --method mondrian --labels tight": (
        "--out",
        "release",
        "--rehearsal",
        "none",
    ),
}
"""Commands that take a plan, with what else they must be given."""

BESIDE = {
    ("attack", "privacy.models"): "the attack that knows them needs a release",
    (
        "anonymize --method mondrian --labels tight",
        "search.method",
    ): "the method is given",
    ("risk", "reading.missing"): "the text stands in the secret, which has no risk",
    ("hierarchies", "reading.missing"): "the text stands in the secret",
}
"""Settings that make no difference to one command on this table."""

VALUES = {
    "roles.identifiers": "name,ward",
    "roles.quasi_identifiers": "zip,born",
    "roles.sensitive": "ward",
    "roles.kept": "ward",
    "roles.keep_anyway": "ward",
    "roles.person": "ward",
    "privacy.models": "distinct-l-diversity:5",
    "privacy.suppression": "0",
    "privacy.suppress_by": "star",
    "privacy.missing": "drop",
    "privacy.population": "people.csv",
    "search.objective": "height",
    "search.weights": "born=50",
    "search.least": "sex=1",
    "search.greatest": "born=1",
    "search.floor": "sex=1",
    "search.label": "condition",
    "reading.delimiter": ";",
    "reading.quote": "'",
    "reading.encoding": "utf-16",
    "reading.missing": "Influenza",
    "reading.sheet": "One",
    "reading.most_unpacked": "lots",
    "reading.trim": "yes",
}
"""A value of each setting that matters for this table; else one of its words, or 7."""

DESCRIBING = {
    "search.time": "the lattice is small, and searched to the end",
    "search.seed": "nothing is drawn in a search over a lattice",
    "reading.trim": "there are no blanks in the table",
    "reading.apostrophes": "there are no apostrophes in the table",
    "reading.header": "the table has a header",
    "reading.quoted_missing": "nothing is missing in the table",
    "reading.quote": "there are no quotes in the table",
    "reading.decimal": "there are no decimals in the table",
    "reading.dates": "there are no dates among the columns",
    "reading.equality": "every value has one spelling in the table",
    "privacy.missing": "nothing is missing in the table",
    "people.rows_are_people": "no identifier of the table repeats",
    "people.not_the_subject": "no identifier of the table repeats",
}
"""Settings that describe something which this table does not have."""


def words_of(place, value):
    """The option of a setting, with a value where it takes one.

    Of two options that say yes and no it is the one that is no default.
    """
    if place.is_two_way and place.setting.default is True:
        return place.options[1:2]
    alone = place.is_switch or place.is_two_way
    return place.options[:1] if alone else (place.options[0], value)


def values_for(place):
    """Values to try: every word, and the default among them."""
    if place.key in VALUES:
        return [VALUES[place.key]]
    return [*place.setting.choices] or ["7"]


def answer(done):
    """All that a command says and writes, but for times and the plan's fingerprint.

    None where it refused.
    """
    written = sorted(Path.cwd().rglob("*.*"))
    if done.code == 2:
        assert written == []
        return None
    found = json.loads(done.stdout)
    found.pop("seconds", None)
    texts = [json.dumps(found)]
    for path in written:
        text = path.read_text(encoding="utf-8")
        texts.append(re.sub(r'"plan": "\w{64}"', "", text))
        path.unlink()
    return "\n".join(texts)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("settings")
    write_csv(hospital(rows=120), folder / "hospital.csv")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_setting_that_changes_nothing_is_refused(
    diversa, table, command, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    name, *words = command.split()
    call = (name, table / "hospital.csv", "--plan", table / "plan.toml", "--json")
    call = (*call, *words)
    usual = answer(diversa(*call, *COMMANDS[command]))
    forgotten = []
    for place in all_settings():
        if place.key in DESCRIBING or (command, place.key) in BESIDE:
            continue
        if all(
            answer(diversa(*call, *COMMANDS[command], *words_of(place, value))) == usual
            for value in values_for(place)
        ):
            forgotten.append(place.key)
    assert " ".join(forgotten) == ""
