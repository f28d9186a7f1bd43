# SPDX-License-Identifier: Apache-2.0
"""Every fault of a plan at once: collected while it is read, then raised together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from diversa.errors import InputError, PlanError
from diversa.setting_kind import SettingError


class Faults:
    """Collects the faults of a plan, so that a user sees all of them at once."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._types: list[type[InputError]] = []

    def add(self, fault: str) -> None:
        """Note one fault."""
        self._note(PlanError, fault)

    @contextmanager
    def caught(self, where: str) -> Iterator[None]:
        """Note the input errors of a block, with its place, instead of raising them."""
        try:
            yield
        except PlanError as error:
            self._note(PlanError, *error.faults)
        except SettingError as error:
            self._note(PlanError, f"{where}: {error}")
        except InputError as error:
            self._note(type(error), f"{where}: {error}")

    def raise_any(self) -> None:
        """Raise all faults together; one that is alone as the error that it was."""
        if len(self.faults) == 1:
            raise self._types[0](self.faults[0])
        if self.faults:
            raise PlanError(self.faults)

    def _note(self, error: type[InputError], *faults: str) -> None:
        self.faults += faults
        self._types += [error] * len(faults)
