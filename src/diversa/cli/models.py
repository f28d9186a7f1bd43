# SPDX-License-Identifier: Apache-2.0
"""The command `diversa models`."""

from __future__ import annotations

import inspect
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.printing import print_json

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.models.linked_privacy import LinkedModel
    from diversa.models.model import Model

    AnyModel = type[Model | LinkedModel]


@command(click.argument("name", required=False))
def models(*, name: str | None) -> int:
    """Explain the privacy models: what they stop and what they do not.

    With a NAME: its definition, its parameters and where it comes from.

    Examples:
      diversa models
      diversa models entropy-l-diversity
    """
    from diversa.models import MODELS, find_model
    from diversa.models.linked_privacy import LINKED_MODELS

    chosen: list[AnyModel] = [*MODELS.values(), *LINKED_MODELS.values()]
    if name is not None:
        chosen = [LINKED_MODELS.get(name.strip()) or find_model(name)]
    if asks_for_json() and name is None:
        print_json({"models": [summary(model) for model in chosen]})
    elif asks_for_json():
        print_json(definition(chosen[0]))
    else:
        from diversa.cli.page import Page

        page = Page()
        if name is None:
            draw_models(page, chosen)
        else:
            draw_model(page, chosen[0])
    return HOLDS


def summary(model: AnyModel) -> dict[str, Any]:
    """A model with the attacks that it stops and misses."""
    return {
        "name": model.name(),
        "stops": model.stops,
        "misses": model.misses,
        "parameters": list(model.parameters()),
    }


def definition(model: AnyModel) -> dict[str, Any]:
    """All that is to be known of a model."""
    return {
        **summary(model),
        "parameters": [parameter(model, name) for name in model.parameters()],
        "definition": inspect.getdoc(model) or "",
    }


def parameter(model: AnyModel, name: str) -> dict[str, Any]:
    """The meaning and the range of a parameter."""
    from diversa.models.parameters import parameters_of, write_value

    param, default = parameters_of(model)[name][1], model.parameters()[name]
    has_default = default not in (MISSING, None, ())
    limits = {"low": param.low, "high": param.high}
    strict = {"above": param.above, "below": param.below}
    return {
        "name": name,
        "meaning": param.meaning,
        "required": default is MISSING,
        "default": write_value(default) if has_default else None,
        **{key: limit for key, limit in (limits | strict).items() if limit is not None},
    }


def draw_models(page: Page, chosen: list[AnyModel]) -> None:
    """Show every model on a line."""
    page.table(
        "Privacy models",
        ("model", "stops", "does not stop"),
        [(model.name(), model.stops, model.misses) for model in chosen],
        whole=("model",),
    )
    page.say()
    page.say("Written as k-anonymity:5 or entropy-l-diversity:2.8,on=condition;")
    page.say(
        "`diversa models NAME` explains one of them. Those of linked tables, such as"
    )
    page.say("km-anonymity:k=5,m=2, are given as --linked-model.")


def draw_model(page: Page, model: AnyModel) -> None:
    """Show the definition and the parameters of a model."""
    page.say(model.name(), style="bold")
    page.say()
    for line in (inspect.getdoc(model) or "").splitlines():
        page.say(line)
    page.say()
    page.say(f"Stops: {model.stops}.")
    page.say(f"Does not stop: {model.misses}.")
    page.table(
        "Parameters",
        ("parameter", "meaning", "may be", "default"),
        [
            (name, facts["meaning"], range_in_words(facts), default_in_words(facts))
            for name in model.parameters()
            for facts in [parameter(model, name)]
        ],
    )


def range_in_words(facts: dict[str, Any]) -> str:
    """Say which numbers a parameter may be."""
    words = {
        "low": "at least",
        "high": "at most",
        "above": "more than",
        "below": "less than",
    }
    return ", ".join(
        f"{word} {facts[key]}" for key, word in words.items() if key in facts
    )


def default_in_words(facts: dict[str, Any]) -> str:
    """Write the default of a parameter."""
    return "(must be given)" if facts["required"] else facts["default"] or ""
