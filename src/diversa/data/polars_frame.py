# SPDX-License-Identifier: Apache-2.0
"""Polars frames, eager and lazy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from diversa.data.frames import (
    ROW,
    Frame,
    Selection,
    are_fractions,
    are_numbers,
    row_numbers,
)


@dataclass(frozen=True, eq=False)
class PolarsFrame(Frame):
    """A Polars DataFrame, or a LazyFrame that was collected."""

    frame: pl.DataFrame = field(repr=False)
    lazy: bool = False
    library: str = "polars"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.frame.columns)

    @property
    def zones(self) -> Mapping[int, str]:
        return {
            place: dtype.time_zone
            for place, dtype in enumerate(self.frame.dtypes)
            if isinstance(dtype, pl.Datetime) and dtype.time_zone is not None
        }

    @property
    def orders(self) -> Mapping[int, tuple[str, ...]]:
        return {
            place: tuple(dtype.categories)
            for place, dtype in enumerate(self.frame.dtypes)
            if isinstance(dtype, pl.Enum)
        }

    def scannable(self, places: Sequence[int]) -> Any:
        columns = {f"c{place}": self.frame.to_series(place) for place in places}
        if any(column.dtype == pl.Object for column in columns.values()):
            # Some engines would read the addresses of the objects.
            raise TypeError
        columns[ROW] = pl.Series(row_numbers(self.frame.height))
        return pl.DataFrame(columns)

    def rebuild(self, selection: Selection) -> Any:
        rebuilt = pl.DataFrame(
            [
                pl.Series(name, values.tolist(), dtype=self._type(name, values))
                if (values := selection.texts.get(name)) is not None
                else without_unused(self.frame.get_column(name).gather(selection.rows))
                for name in selection.names
            ]
        )
        return rebuilt.lazy() if self.lazy else rebuilt

    def _type(self, name: str, values: Any) -> Any:
        """The type of a column that is not that of the frame: numbers, or texts."""
        if are_fractions(values):
            own = self.frame.schema.get(name)
            return own if own == pl.Float32 else pl.Float64
        return pl.Int64 if are_numbers(values) else pl.String


def lazy_frame(frame: pl.LazyFrame) -> PolarsFrame:
    """A Polars LazyFrame, whose rows are computed now."""
    return PolarsFrame(frame.collect(), lazy=True)


def without_unused(series: Any) -> Any:
    """Drop categories that no row has: they would show suppressed rows."""
    if not isinstance(series.dtype, pl.Enum):
        return series
    used = set(series.drop_nulls().cast(pl.String).unique().to_list())
    kept = [value for value in series.dtype.categories if value in used]
    return series.cast(pl.String).cast(pl.Enum(kept))
