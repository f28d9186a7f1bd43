# SPDX-License-Identifier: Apache-2.0
"""A model as a value: its name, its parameters and its spec string."""

from __future__ import annotations

import re
from abc import ABC
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Self, get_origin

from diversa.errors import ModelError
from diversa.models.parameters import convert, parameters_of, write_value
from diversa.models.spec import read_arguments, read_list, unescape


@cache
def spec_name(name: str) -> str:
    """The name of a class as spec strings write it.

    >>> spec_name("KAnonymity")
    'k-anonymity'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True)
class ModelValue(ABC):  # noqa: B024 - models have abstract verbs
    """A name and parameters; frozen, comparable, printable."""

    def __post_init__(self) -> None:
        for name, (kind, param) in parameters_of(type(self)).items():
            where = f"{self.name()}: {name}"
            value = convert(where, kind, getattr(self, name), param)
            object.__setattr__(self, name, value)

    @classmethod
    def name(cls) -> str:
        """The name in spec strings, from the class: KAnonymity is k-anonymity."""
        return spec_name(cls.__name__)

    @property
    def spec(self) -> str:
        """The model as one line of text that `models.parse` reads back."""
        written = [
            (name, write_value(getattr(self, name)))
            for name, default in self.parameters().items()
            if default is MISSING or getattr(self, name) != default
        ]
        texts = [
            text if name == self.sole_parameter() else f"{name}={text}"
            for name, text in written
        ]
        return f"{self.name()}:{','.join(texts)}" if texts else self.name()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the model from what follows its name in a spec string."""
        arguments = read_arguments(cls.name(), text, list(cls.parameters()))
        values: dict[str, Any] = {}
        for key, default in cls.parameters().items():
            kind, param = parameters_of(cls)[key]
            if key in arguments:
                listed = get_origin(kind) is tuple
                values[key] = (read_list if listed else unescape)(arguments[key])
            elif default is MISSING:
                raise ModelError(
                    f"{cls.name()}: {key} must be given, got none; it is the"
                    f" {param.meaning}"
                )
        return cls(**values)

    @classmethod
    def sole_parameter(cls) -> str | None:
        """The parameter that is written without its name: the only one of its own."""
        own = [parameter.name for parameter in fields(cls) if not parameter.kw_only]
        return own[0] if len(own) == 1 else None

    @classmethod
    def parameters(cls) -> dict[str, object]:
        """Names of the parameters, the model's own first, with their defaults."""
        ordered = sorted(fields(cls), key=lambda parameter: bool(parameter.kw_only))
        return {parameter.name: parameter.default for parameter in ordered}

    def __str__(self) -> str:
        return self.spec
