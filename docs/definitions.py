# SPDX-License-Identifier: Apache-2.0
"""Write docs/models.md from the docstrings of the models: there is no second text."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from diversa.models import MODELS
from diversa.models.model import Model
from diversa.models.parameters import parameters_of

PAGE = Path(__file__).parent / "models.md"

HEAD = """\
# Models

Made from the docstrings by `make docs`. `diversa models NAME` shows the same text.
*Union-closed*: two groups that hold, merged, hold (a search may prune without
suppression). *Absorbing*: a group that holds, merged with any other, holds (it may
prune with suppression). The examples start with

```python
>>> from diversa.models import *
>>> from diversa.counts.groups import Groups

```

| model | stops | does not stop | union-closed | absorbing |
|---|---|---|---|---|
"""


def yes(flag: object) -> str:
    """A flag for people."""
    return "yes" if flag else "no"


def row(model: type[Model]) -> str:
    """The line of a model in the table at the top."""
    name = model.name()
    cells = [
        f"[{name}](#{name})",
        model.stops,
        model.misses,
        yes(model.union_closed),
        yes(model.absorbing),
    ]
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def section(model: type[Model]) -> str:
    """The definition of one model."""
    text = inspect.cleandoc(model.__doc__ or "")
    before, _, rest = text.partition("Example:\n")
    example, _, reference = rest.partition("Reference:\n")
    parameters = "\n".join(
        f"- `{name}`: the {param.meaning}"
        for name, (_, param) in parameters_of(model).items()
    )
    return "\n".join(
        [
            f"## {model.name()}",
            "",
            before.strip(),
            "",
            "Parameters:",
            "",
            parameters,
            "",
            "```python",
            inspect.cleandoc(example),
            "",
            "```",
            "",
            f"Reference: {' '.join(reference.split())}",
        ]
    )


def page() -> str:
    """The whole page."""
    rows = "\n".join(row(model) for model in MODELS.built_in.values())
    sections = "\n\n".join(section(model) for model in MODELS.built_in.values())
    return f"{HEAD}{rows}\n\n{sections}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
