# SPDX-License-Identifier: Apache-2.0
"""The form of a model, made from its declaration, and the spec that its values give.

Nothing here knows a model by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from diversa.hierarchies.coverage import plain_text
from diversa.models import MODELS, parse
from diversa.models.model import Model
from diversa.models.needs import missing_need
from diversa.models.parameters import Param, parameters_of, write_number
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.spec import escape, write_list
from diversa.plan.plan import Plan
from diversa.report.language import ENGLISH, own_phrase, speaking

FieldKind = Literal["whole", "number", "yes_no", "word", "words", "numbers", "column"]
"""The kind of value that a field takes."""

WIDE = 20
"""The first length of a slider for a parameter without an upper bound."""


@dataclass(frozen=True)
class Slider:
    """The ends and steps of a slider."""

    low: float
    high: float
    step: float


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
    """What a model stops or misses; of people, where a column says whose a row is."""
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


def first_value(takes: FieldKind, param: Param) -> object:
    """A first value for a parameter without a default."""
    if takes not in ("whole", "number"):
        return ()
    least = next((end for end in (param.low, param.above) if end is not None), 0.0)
    most = next((end for end in (param.high, param.below) if end is not None), None)
    if most is not None:
        return round((least + most) / 2, 6)
    return max(2, int(least) + 1) if takes == "whole" else least + 1


def plain_value(value: object) -> object:
    """A value of a parameter as a form holds it."""
    if isinstance(value, bool) or not isinstance(value, Fraction | tuple):
        return value
    if isinstance(value, tuple):
        return tuple(plain_value(part) for part in value)
    return int(value) if value.denominator == 1 else float(value)


def slider_of(takes: FieldKind, param: Param, value: object) -> Slider | None:
    """A slider over the allowed numbers; open ends reach beyond the present value.

    If a bound itself is not allowed, the slider ends one step before it.
    """
    if takes not in ("whole", "number") or not isinstance(value, int | float):
        return None
    open_low = param.low is None and param.above is not None
    low = float(param.low if param.low is not None else param.above or 0)
    ends = [end for end in (param.high, param.below) if end is not None]
    high = float(ends[0]) if ends else max(low + WIDE, 2.0 * float(value))
    if takes == "whole":
        return Slider(low + (1 if open_low else 0), round(high), 1)
    step = 0.01 if high - low <= 2 else 0.1
    low, high = low + step * open_low, high - step * (param.below is not None)
    return Slider(round(low, 6), round(high, 6), step)


def bound_in_words(param: Param) -> str:
    """The allowed numbers, in words.

    >>> bound_in_words(Param("a share", low=0, high=1))
    'at least 0, at most 1'
    """
    ends = {
        "at least": param.low,
        "above": param.above,
        "at most": param.high,
        "below": param.below,
    }
    return ", ".join(f"{word} {end:g}" for word, end in ends.items() if end is not None)


def spec_of(name: str, values: Mapping[str, object]) -> str:
    """The spec of a model with the values of its form, checked by parsing it.

    >>> spec_of("k-anonymity", {"k": 7})
    'k-anonymity:7'

    Raises:
        ModelError: A value is not allowed.
    """
    parts = [
        f"{key}={spec_text(value)}"
        for key, value in values.items()
        if value is not None and value != ()
    ]
    return parse(f"{name}:{','.join(parts)}").spec


def spec_text(value: object) -> str:
    """A value as it is written in a spec."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return write_list([plain_text(part) for part in value])
    if isinstance(value, int | float):
        return write_number(value)
    return escape(str(value))
