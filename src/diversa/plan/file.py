# SPDX-License-Identifier: Apache-2.0
"""Plan files: a plan as TOML, in and out; every fault is reported at once."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.errors import InputError, ModelError, PlanError, SourceError, nearest
from diversa.hierarchies.declared import declaration_of, hierarchy_kind
from diversa.models import check_registered, parse
from diversa.models.model import Model
from diversa.models.parameters import write_number
from diversa.plan.plan import Plan, Privacy, Search, section_fields
from diversa.plan.settings import (
    TREATMENTS,
    drop_or_star,
    flag,
    one_of,
    read_treatment,
    share,
    text,
    texts,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def read_plan(path: Path | str) -> Plan:
    """Read a plan file; relative paths in it start from its folder."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(
            f"plan: cannot read '{file}' ({error.strerror}); write one with"
            " `diversa suggest INPUT > plan.toml`"
        ) from None
    except UnicodeDecodeError:
        raise SourceError(f"plan: '{file}' must be UTF-8 text") from None
    return plan_from_toml(text, base=file.parent)


def plan_from_toml(text: str, *, base: Path | str = ".") -> Plan:
    """Read a plan from TOML text."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"plan: must be TOML; {error}") from None
    return plan_from_tables(tables, base=Path(base))


def plan_from_tables(tables: Mapping[str, Any], *, base: Path) -> Plan:
    """Read a plan from its tables, collecting every fault."""
    faults = Faults()
    for name in tables:
        if name not in section_fields(Plan):
            faults.add(
                f"[{name}] is not a table of a plan;"
                f" {nearest(name, section_fields(Plan))}"
            )
    roles = faults.section(tables, "roles", Roles, ROLES)
    privacy = faults.section(tables, "privacy", Privacy, privacy_readers(base))
    search = faults.section(tables, "search", Search, SEARCH)
    reading = faults.section(tables, "reading", ReadOptions, READING)
    hierarchies = faults.each(
        tables,
        "hierarchies",
        lambda name, value: hierarchy_kind(
            value, base=base, table=f"hierarchies.{name}"
        ),
    )
    columns = faults.each(tables, "columns", lambda _, value: one_of(value, Kind))
    identifiers = faults.each(
        tables, "identifiers", lambda _, value: read_treatment(value)
    )
    faults.raise_any()
    return Plan(
        roles=roles,
        privacy=privacy,
        hierarchies=hierarchies,
        search=search,
        columns=columns,
        identifiers=identifiers,
        reading=reading,
    )


class Faults:
    """Collects what is wrong with a plan, so that a user sees all of it at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, fault: str) -> None:
        """Note one fault."""
        self.found.append(fault)

    @contextmanager
    def caught(self, where: str) -> Iterator[None]:
        """Note the input errors of a block instead of raising them."""
        try:
            yield
        except PlanError as error:
            self.found += error.faults
        except InputError as error:
            self.found.append(f"{where}: {error}")

    def section(
        self,
        tables: Mapping[str, Any],
        name: str,
        section: type[Any],
        readers: Mapping[str, Callable[[Any], object]],
    ) -> Any:  # noqa: ANN401 - an instance of `section`
        """Read one table whose keys are the fields of a class."""
        given: dict[str, object] = {}
        table = tables.get(name, {})
        if not isinstance(table, Mapping):
            self.add(f"[{name}] must be a table")
            table = {}
        for key, value in table.items():
            if key not in readers:
                self.add(f"{name}.{key} is not known; {nearest(key, list(readers))}")
                continue
            with self.caught(f"{name}.{key}"):
                given[key] = readers[key](value)
        with self.caught(name):
            return section(**given)
        return None

    def each(
        self,
        tables: Mapping[str, Any],
        name: str,
        reader: Callable[[str, Any], object],
    ) -> dict[str, Any]:
        """Read one table whose keys are columns."""
        read: dict[str, object] = {}
        table = tables.get(name, {})
        if not isinstance(table, Mapping):
            self.add(f"[{name}] must be a table of columns")
            return read
        for key, value in table.items():
            with self.caught(f"{name}.{key}"):
                read[key] = reader(key, value)
        return read

    def raise_any(self) -> None:
        """Raise all faults together, if there are any."""
        if self.found:
            raise PlanError(self.found)


def read_models(specs: Iterable[str]) -> tuple[Model, ...]:
    """Read spec strings, collecting what is wrong with each."""
    models, faults = [], []
    for spec in specs:
        try:
            models.append(parse(spec))
        except ModelError as error:
            faults.append(f"privacy.models: {error}")
    if faults:
        raise PlanError(faults)
    return tuple(models)


ROLES: dict[str, Callable[[Any], object]] = dict.fromkeys(section_fields(Roles), texts)


def readers(section: type[Any]) -> dict[str, Callable[[Any], object]]:
    """How each key of a section is read, by the type of its field."""
    by_type = {"bool": flag, "int": whole, "tuple[str, ...]": texts}
    return {one.name: by_type.get(str(one.type), text) for one in fields(section)}


SEARCH = readers(Search)
READING = readers(ReadOptions)


def privacy_readers(base: Path) -> dict[str, Callable[[Any], object]]:
    """How each key of [privacy] is read; paths start from a folder."""
    return {
        "models": lambda value: read_models(texts(value)),
        "suppression": share,
        "suppressed": drop_or_star,
        "missing": lambda value: one_of(value, MissingPolicy),
        "population": lambda value: PeopleSource.declared(value, base=base),
    }


def plan_to_toml(plan: Plan, *, base: Path | None = None) -> str:
    """Write a plan as TOML; what has its default is left out."""
    words = {made: word for word, made in TREATMENTS.items()}
    tables: dict[str, Mapping[str, object]] = {
        "roles": changed(plan.roles),
        "columns": {name: kind.value for name, kind in plan.columns.items()},
        "identifiers": {n: words[type(t)] for n, t in plan.identifiers.items()},
        "hierarchies": {
            name: declaration_of(kind, base=base)
            for name, kind in plan.hierarchies.items()
        },
        "privacy": privacy_table(plan.privacy, base=base),
        "search": changed(plan.search),
        "reading": changed(plan.reading),
    }
    blocks = [
        f"[{name}]\n" + "".join(f"{key(k)} = {toml(v)}\n" for k, v in table.items())
        for name, table in tables.items()
        if table
    ]
    return "\n".join(blocks)


def privacy_table(privacy: Privacy, *, base: Path | None) -> dict[str, object]:
    """What must hold, as a table."""
    for model in privacy.models:
        check_registered(model)
    table = changed(privacy) | {"models": [model.spec for model in privacy.models]}
    if privacy.population is not None:
        table["population"] = privacy.population.declaration(base=base)
    return table


def changed(section: Any) -> dict[str, object]:  # noqa: ANN401 - a dataclass
    """The fields of a section that differ from their defaults."""
    return {
        one.name: getattr(section, one.name)
        for one in fields(section)
        if one.default is MISSING or getattr(section, one.name) != one.default
    }


def key(name: str) -> str:
    """Write a key; quoted where TOML wants it."""
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else quoted(name)


def quoted(text: str) -> str:
    """Write a text; JSON leaves one character as it is that TOML forbids."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml(value: object) -> str:
    """Write a value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key(str(k))} = {toml(v)}" for k, v in value.items())
        return f"{{ {inside} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(one) for one in value)}]"
    return write_number(value)  # type: ignore[arg-type]
