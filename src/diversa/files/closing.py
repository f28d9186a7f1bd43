# SPDX-License-Identifier: Apache-2.0
"""Objects that a `with` statement closes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """An object that is closed at the end of a `with` statement."""

    @abstractmethod
    def close(self) -> None:
        """Free what the object holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
