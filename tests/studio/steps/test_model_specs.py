# SPDX-License-Identifier: Apache-2.0
"""Values of a form become the spec of a model."""

from __future__ import annotations

import pytest

from diversa.errors import ModelError
from diversa.models import parse
from diversa.studio.steps.model_specs import spec_of


def test_words_with_commas_are_kept():
    values = {"c": 2, "l": 2, "disclosable": ["a,b", "c|d"], "on": "condition"}
    model = parse(spec_of("pd-recursive-cl-diversity", values))
    assert model.disclosable == ("a,b", "c|d")


def test_a_number_that_is_not_allowed_is_refused():
    with pytest.raises(ModelError, match="k must be at least 1"):
        spec_of("k-anonymity", {"k": 0})
