# SPDX-License-Identifier: Apache-2.0
"""Whole commands as processes of their own, everything warm.

On the made-up hospital and on Adult (30,162 rows), in units of one process that imports
NumPy and DuckDB and does nothing else: both are of the processor's time, user and
system. The targets are seconds on a machine that does that in a quarter of a second.

Run with `python -m benchmarks start`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.arguments import arguments
from benchmarks.record import note
from benchmarks.search import FOLDER, SENSITIVE
from diversa.data.examples import HOSPITAL_PLAN, hospital, write_csv

TIMES = 3
UNIT = ("-c", "import numpy, duckdb")
UNIT_SECONDS = 0.25
"""What the unit takes where the targets were set."""

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""With it every process would compile all modules anew; an installation is compiled."""

TARGETS = {"anonymize": 2.0, "audit": 0.7, "risk": 0.7, "attack": 0.7}
"""Seconds; anonymize with evidence and its report."""

ADULT = "sex,age,race,marital-status,education,native-country,workclass,salary-class"
HOSPITAL = "zip,born,sex,admitted"


def spent(words: Sequence[str]) -> float:
    """Processor seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    kept = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    line = [sys.executable, *words]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL, env=kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return user + system


def commands(folder: Path) -> dict[str, list[str]]:
    """What is measured, by its name; the first word of a name is the command."""
    table, plan = folder / "hospital.csv", folder / "plan.toml"
    write_csv(hospital(), table)
    plan.write_text(HOSPITAL_PLAN, encoding="utf-8")
    out = ["--out", str(folder / "release"), "--replace"]
    looked_at = {
        "hospital": [str(table), "--qi", HOSPITAL],
        "Adult": [str(FOLDER / "adult_30162.csv"), "--qi", ADULT],
    }
    secret = {"hospital": "condition", "Adult": SENSITIVE}
    models = ["--model", "k-anonymity:5", "--model", "entropy-l-diversity:3"]
    lines = {
        "anonymize, hospital": [str(table), "--plan", str(plan), *out],
        "anonymize, Adult": [
            *looked_at["Adult"],
            *("--sensitive", SENSITIVE, "--hierarchies", str(FOLDER / "hierarchies")),
            *(*models, "--suppression", "0.02", *out),
        ],
    }
    for name, words in looked_at.items():
        lines[f"audit, {name}"] = [*words, "--sensitive", secret[name]]
        lines[f"attack, {name}"] = [*words, "--sensitive", secret[name]]
        lines[f"risk, {name}"] = words
    return lines


def main() -> None:
    """Print a line per command."""
    if not FOLDER.is_dir():
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
        return
    spent(("-m", "diversa.cli.main", "warm-up"))
    with tempfile.TemporaryDirectory() as folder:
        for name, words in commands(Path(folder)).items():
            command = name.partition(",")[0]
            line = ["-m", "diversa.cli.main", command, *words]
            spent(line)  # what is compiled and kept is there from now on
            pairs = [(spent(UNIT), spent(line)) for _ in range(TIMES)]
            ratio = min(pair[1] for pair in pairs) / min(pair[0] for pair in pairs)
            note("start", name, ratio)
            target = TARGETS[command] / UNIT_SECONDS
            missed = "" if ratio <= target else "  missed"
            print(f"  {name:20} {ratio:5.2f} (at most {target:.1f}){missed}")


if __name__ == "__main__":
    arguments(__doc__)
    main()
