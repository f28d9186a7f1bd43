# SPDX-License-Identifier: Apache-2.0
"""The command `diversa warm-up`."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from diversa.cli.failures import HOLDS
from diversa.cli.options import json_option, unfolded_examples
from diversa.cli.printing import print_json
from diversa.cli.talk import is_quiet, talk_options

DIVERSE = ("k-anonymity:3", "entropy-l-diversity:1.5")

METHODS = {
    "full-domain": DIVERSE,
    "mondrian": DIVERSE,
    "local-recoding": DIVERSE,
    "mdav": DIVERSE,
    "anatomy": ("frequency-l-diversity:2",),
}
"""The methods that are run once, each with some models, so that they are compiled."""

ROWS = 300
"""Rows of the made-up table that it is run on."""

SUPPRESSION = 0.02
"""Rows that may go, as a share: what must go at least is bounded by compiled code."""


@unfolded_examples
@click.command("warm-up")
@json_option
@talk_options
def warm_up(*, as_json: bool) -> int:
    """Compile beforehand what large tables need, for images and services.

    Large tables are worked on by functions that are compiled for the machine when they
    are first needed, which takes about forty seconds of processor time in all. What is
    compiled is kept beside the package, in the user's cache folder where that cannot be
    written to, or in the folder that DIVERSA_CACHE names.

    Examples:
      diversa warm-up
      DIVERSA_CACHE=/var/cache/diversa diversa warm-up --json
    """
    from diversa.counts.kernels.compiled import PATIENCE_LEFT

    begin = time.process_time()
    with PATIENCE_LEFT.suspended(), TemporaryDirectory() as folder:
        for method, models in METHODS.items():
            run_once(Path(folder) / method, method, models)
    seconds = round(time.process_time() - begin, 1)
    if as_json:
        print_json({"methods": list(METHODS), "seconds": seconds})
    elif not is_quiet():
        click.echo(
            f"Compiled what {', '.join(METHODS)} need: {seconds} s of processor time."
        )
    return HOLDS


def run_once(folder: Path, method: str, models: tuple[str, ...]) -> None:
    """Anonymize a made-up table by one method; its audit looks at every model."""
    from diversa.data.examples import hospital, write_csv
    from diversa.pipeline import anonymize

    folder.mkdir()
    anonymize(
        write_csv(hospital(rows=ROWS), folder / "hospital.csv"),
        out=folder / "release",
        quasi_identifiers=("zip", "born", "sex"),
        sensitive="condition",
        models=models,
        method=method,
        suppression=SUPPRESSION if method == "full-domain" else 0.0,
    )
