# SPDX-License-Identifier: Apache-2.0
"""Every exception of Diversa.

::

    DiversaError
    ├── InputError (also a ValueError)     what the user gave cannot be used
    │   ├── SourceError                    a file or frame cannot be read
    │   │   ├── NoRowsError                a table has columns and no rows
    │   │   └── NestedColumnError          values of a column are lists or records
    │   ├── RoleError                      columns and their roles do not fit
    │   ├── HierarchyError                 a hierarchy is not a generalization
    │   ├── MissingValueError              missing values without a policy
    │   ├── ModelError                     a model or its parameters
    │   ├── BesideError                    what is given beside a table
    │   ├── PlanError                      a plan, every fault at once
    │   └── TargetError                    the release cannot be written there
    ├── NoSolutionError                    no release satisfies the models
    └── InternalError                      our bug, never the user's

    SecondReleaseWarning (a UserWarning)   people who were in an earlier release

Messages have one form: ``<where>: <what> must be <what>, got <value>; <what exists
or what to do>``. They never hold raw identifiers or sensitive values.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path


class DiversaError(Exception):
    """The root of every error that Diversa raises."""


class InputError(DiversaError, ValueError):
    """Input that cannot be used; the command line exits with 2."""


class SourceError(InputError):
    """A file or frame cannot be read as a table."""


class NoRowsError(SourceError):
    """A table has columns and no rows."""

    def __init__(self, message: str, columns: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.columns = tuple(columns)


class NestedColumnError(SourceError):
    """The values of a column have parts: lists or records."""


class RoleError(InputError):
    """The columns and the roles given to them do not fit."""


class HierarchyError(InputError):
    """A hierarchy does not cover its values or is not a generalization."""


class MissingValueError(InputError):
    """A sensitive column has missing values and no policy says what they mean."""


class ModelError(InputError):
    """A privacy model is unknown, has a bad parameter, or lacks what it needs."""


class BesideError(InputError):
    """A file beside a table is missing, or does not belong to the table.

    That is its original, its population or the hierarchies of its columns.
    """


class PlanError(InputError):
    """A plan is wrong; the message lists every fault with its table and key."""

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults = [faults] if isinstance(faults, str) else list(faults)
        super().__init__("\n".join(self.faults))


class TargetError(InputError):
    """The release cannot be written to the target that was given."""


class NoSolutionError(DiversaError):
    """No release satisfies the models; the message says how close the best came."""

    def __init__(self, message: str, *, attained: object = None) -> None:
        self.attained = attained
        super().__init__(message)


class SecondReleaseWarning(UserWarning):
    """People of a release were in an earlier one, and both together tell more."""


class InternalError(DiversaError):
    """A bug of Diversa: one of its own promises was broken."""


def error_place(error: BaseException) -> str:
    """The kind of an error and the last line of ours that it passed, without values."""
    package = Path(__file__).parent
    ours = [
        f"in {Path(frame.filename).relative_to(package.parent)}, line {frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(package)
    ]
    return f"{type(error).__name__} {ours[-1] if ours else 'outside our own code'}"


def nearest(name: str, names: Sequence[str]) -> str:
    """Suggest the known name closest to a wrong one, and list the known ones.

    >>> nearest("agee", ["age", "zip"])
    "did you mean 'age'? There are: age, zip"
    >>> nearest("diversity", ["l-diversity", "closeness"])
    "did you mean 'l-diversity'? There are: l-diversity, closeness"
    >>> nearest("income", ["age", "zip"])
    'there are: age, zip'
    """
    listed = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    families = [
        candidate for candidate in names if name and candidate.endswith(f"-{name}")
    ]
    close = families or get_close_matches(name, names, n=1)
    if close:
        meant = " or ".join(f"'{candidate}'" for candidate in close[:4])
        return f"did you mean {meant}? There are: {listed}"
    return f"there are: {listed}"
