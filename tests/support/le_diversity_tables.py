# SPDX-License-Identifier: Apache-2.0
"""Figure 1 and Table I of the (l,e)-diversity paper.

Figure 1, the tree, is not readable; the text says that the leaves lie at depth 3, which
are siblings, d(flu, pneumonia) = 1 and d(flu, gastritis) = 3. Three branches at the
root make flu and cancer 3 apart as well.
"""

from __future__ import annotations

from diversa.hierarchies import Taxonomy

FIGURE_1 = Taxonomy(
    tree={
        "disease": {
            "chest": {"respiratory": ["Flu", "pneumonia", "bronchitis"]},
            "growth": {"tumour": ["Cancer", "Carcinoid"]},
            "abdomen": {"stomach": ["Gastric ulcer", "Dyspepsia", "Gastritis"]},
        }
    }
)
TABLE_I = {
    (23, "F", 13010): "Flu",
    (25, "F", 13050): "pneumonia",
    (30, "M", 13020): "Flu",
    (36, "F", 13220): "Carcinoid",
    (39, "M", 13221): "Cancer",
    (42, "M", 13226): "Cancer",
    (52, "F", 14850): "Gastric ulcer",
    (53, "M", 14862): "Dyspepsia",
    (61, "M", 14802): "Gastritis",
}
