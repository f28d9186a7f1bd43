# SPDX-License-Identifier: Apache-2.0
"""The form of a model, made from its declaration.

Nothing here knows a model by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from diversa.models import MODELS
from diversa.models.model import Model
from diversa.models.needs import missing_need
from diversa.models.parameters import Param, parameters_of
from diversa.models.sensitive_model import SensitiveModel
from diversa.plan.plan import Plan
from diversa.report.language import ENGLISH, own_phrase, speaking
from diversa.studio.steps.sliders import (
    FieldKind,
    Slider,
    bound_in_words,
    first_value,
    plain_value,
    slider_of,
)


@dataclass(frozen=True)
class ParameterField:
    """A parameter of a model."""

    name: str
    """Its letter or name."""
    meaning: str
    kind: FieldKind
    required: bool
    """True if there is no default."""
    value: Any
    """Its first value, or that of the plan."""
    choices: tuple[str, ...] = ()
    """The words or columns to choose from."""
    slider: Slider | None = None
    """The slider of a number."""
    bound: str = ""
    """The allowed numbers, in words."""


@dataclass(frozen=True)
class ModelForm:
    """A model with its parameters, made from its declaration."""

    name: str
    """The name in a plan."""
    summary: str
    """Its definition in a sentence."""
    stops: str
    """The attack that it stops."""
    misses: str
    """The attack that it does not stop."""
    fields: tuple[ParameterField, ...]
    lacks: str | None
    """A sentence on what is still missing; None if it can be used."""


def model_forms(
    plan: Plan, values: Mapping[str, Sequence[str]] | None = None
) -> tuple[ModelForm, ...]:
    """The forms of all models; `values` of sensitive attributes are to choose from."""
    return tuple(model_form(kind, plan, values or {}) for kind in MODELS.values())


def form_of(
    model: Model, plan: Plan, values: Mapping[str, Sequence[str]] | None = None
) -> ModelForm:
    """The form of a model that the plan has, with its parameters filled in."""
    return model_form(type(model), plan, values or {}, model)


def model_form(
    kind: type[Model],
    plan: Plan,
    values: Mapping[str, Sequence[str]],
    chosen: Model | None = None,
) -> ModelForm:
    """The form of one model."""
    lacks = missing_need(kind.needs, plan.privacy.needs_met)
    if issubclass(kind, SensitiveModel) and not plan.roles.sensitive:
        lacks = "needs a sensitive column: give one that role on the page Data"
    fields = tuple(
        form_field(name, hint, param, kind, plan, values, chosen)
        for name, (hint, param) in parameter_declarations(kind)
    )
    return ModelForm(
        kind.name(),
        " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split()),
        model_words(kind, "stops", plan.roles.person),
        model_words(kind, "misses", plan.roles.person),
        fields if chosen is not None else with_ascending_values(fields),
        lacks,
    )


def model_words(
    kind: type[Model] | Model, part: Literal["stops", "misses"], person: str | None
) -> str:
    """Words on what a model stops or misses; of people if the plan names them."""
    with speaking(ENGLISH, of_people=person is not None):
        return own_phrase(f"models.{kind.name()}.{part}", getattr(kind, part))


def meaning_of(param: Param, person: str | None) -> str:
    """The meaning of a parameter, in people where a column says whose a row is."""
    if person is None:
        return param.meaning
    return param.meaning.replace("rows in every group", "people in every group")


def with_ascending_values(
    fields: tuple[ParameterField, ...],
) -> tuple[ParameterField, ...]:
    """Let parameters with the same range begin with ascending numbers.

    Of two such parameters one is usually the lower end of what the other bounds.
    """
    ranges = [field.slider if field.required else None for field in fields]
    spread = []
    for field, slider in zip(fields, ranges, strict=True):
        alike = [one for one in fields if one.required and one.slider == slider]
        if slider is None or field.kind != "number" or len(alike) < 2:
            spread.append(field)
            continue
        place = (alike.index(field) + 1) / (len(alike) + 1)
        value = round(slider.low + place * (slider.high - slider.low), 2)
        spread.append(replace(field, value=value))
    return tuple(spread)


def parameter_declarations(
    kind: type[Model],
) -> Iterator[tuple[str, tuple[Any, Param]]]:
    """The parameters with their declarations, the model's own first."""
    declarations = parameters_of(kind)
    return ((name, declarations[name]) for name in kind.parameters())


def form_field(
    name: str,
    hint: Any,  # noqa: ANN401 - a type expression such as tuple[str, ...]
    param: Param,
    kind: type[Model],
    plan: Plan,
    values: Mapping[str, Sequence[str]],
    chosen: Model | None,
) -> ParameterField:
    """A field of the form of a model."""
    takes = kind_of_field(name, hint, param)
    default = kind.parameters()[name]
    required = default is MISSING
    value = default if chosen is None else getattr(chosen, name)
    if value is MISSING:
        value = first_value(takes, param)
    choices = choices_of(takes, hint, param, plan, values)
    if takes == "column" and value is None and len(choices) > 1:
        value = choices[0]
    return ParameterField(
        name,
        meaning_of(param, plan.roles.person),
        takes,
        required,
        plain_value(value),
        choices,
        slider_of(takes, param, plain_value(value)),
        bound_in_words(param) if takes in ("whole", "number") else "",
    )


def choices_of(
    takes: FieldKind,
    hint: Any,  # noqa: ANN401 - as above
    param: Param,
    plan: Plan,
    values: Mapping[str, Sequence[str]],
) -> tuple[str, ...]:
    """The choices of a field; none if its value is free."""
    if takes == "column":
        secrets = plan.roles.sensitive
        return (*secrets, "*") if len(secrets) > 1 else secrets
    if takes == "word":
        every = param.choices or (get_args(hint),)
        return tuple(word for words in every for word in words)
    if takes == "words":
        return tuple(dict.fromkeys(text for texts in values.values() for text in texts))
    return ()


def kind_of_field(name: str, hint: Any, param: Param) -> FieldKind:  # noqa: ANN401 - as above
    """The kind of a field, from the type of the parameter."""
    if name == "on":
        return "column"
    if isinstance(hint, UnionType):
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple:
        return "words" if get_args(hint)[0] is str else "numbers"
    if get_origin(hint) is Literal or param.choices:
        return "word"
    if hint is bool:
        return "yes_no"
    if hint in (int, Fraction):
        return "whole" if hint is int else "number"
    return "words"
