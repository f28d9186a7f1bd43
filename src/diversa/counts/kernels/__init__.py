# SPDX-License-Identifier: Apache-2.0
"""The compiled functions; nothing outside this package is compiled.

`arrays` names the arrays that belong together. `grouping` counts, `rolling` adds counts
up, `distances`, `jensen_shannon` and `nearness` compare groups with others, `looking`
finds nodes that are worse than the best one, `incidences` collects the cells of each
person, `people` joins the visits of a person, `keeping` and `even_counts` bound the
rows of a group that can stay, `costs` adds up the cost of a node, `cuts`, `parts`,
`runs` and `moves` change a partition, `products` answers queries, `posteriors` sums the
worlds of a group. `kernel` compiles them when it is worth it: a small table is done in
plain Python or NumPy (`small_grouping`). The tests judge each of them in both forms.
"""

from diversa.counts.kernels.arrays import (
    GroupEntries,
    Histograms,
    Prices,
    RolledUp,
    RollUpStep,
)
from diversa.counts.kernels.grouping import (
    DENSE_PER_ROW,
    counting_order,
    group_keys,
    histograms,
    map_codes,
    pack_keys,
    spread,
)
from diversa.counts.kernels.products import product_sums, stretch_sums
from diversa.counts.kernels.rolling import MOST_ROWS, Workspace, roll_up, workspace_for
from diversa.counts.kernels.small_grouping import with_owners

__all__ = [
    "DENSE_PER_ROW",
    "MOST_ROWS",
    "GroupEntries",
    "Histograms",
    "Prices",
    "RollUpStep",
    "RolledUp",
    "Workspace",
    "counting_order",
    "group_keys",
    "histograms",
    "map_codes",
    "pack_keys",
    "product_sums",
    "roll_up",
    "spread",
    "stretch_sums",
    "with_owners",
    "workspace_for",
]
