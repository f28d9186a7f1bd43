# SPDX-License-Identifier: Apache-2.0
"""Privacy models, one definition per file, named as in the papers.

`MODELS` is the registry: spec name to class. `parse` reads a spec string.
"""

from __future__ import annotations

from diversa.errors import ModelError, nearest
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.entropy_l_diversity import EntropyLDiversity
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.spec import read_arguments

MODELS: dict[str, type[Model]] = {
    model.name(): model for model in (KAnonymity, DistinctLDiversity, EntropyLDiversity)
}
"""Every model by the name of its spec string."""


def parse(text: str) -> Model:
    """Read a model from its spec string.

    >>> parse("entropy-l-diversity:2.8,on=condition").spec
    'entropy-l-diversity:2.8,on=condition'
    """
    name, _, rest = text.strip().partition(":")
    if name not in MODELS:
        raise ModelError(
            f"model: must be a known name, got '{name}'; {nearest(name, list(MODELS))}"
        )
    model = MODELS[name]
    known = list(model.parameters())
    unnamed, named = read_arguments(rest)
    if len(unnamed) > 1:
        raise ModelError(
            f"{name}: only the first parameter may stand without its name,"
            f" got {len(unnamed)}; write {known[1]}=… and so on"
        )
    if unnamed:
        named = {known[0]: unnamed[0], **named}
    for key in named:
        if key not in known:
            raise ModelError(
                f"{name}: unknown parameter '{key}'; {nearest(key, known)}"
            )
    return model(**named)
