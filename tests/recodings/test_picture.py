# SPDX-License-Identifier: Apache-2.0
"""Pictures in a manifest: a lattice, labels, or what only other versions draw."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from diversa.codec import from_json, to_json
from diversa.errors import SourceError
from diversa.recodings.picture import (
    LabelsPicture,
    LabelWidths,
    LatticePicture,
    OtherPicture,
    Picture,
)


@dataclass(frozen=True)
class Page:
    picture: Picture


def read(content):
    return from_json(Page, {"picture": content}, where="file").picture


LATTICE = LatticePicture(((1, 0.5, "holds"), (2, 1, "published")))
LABELS = LabelsPicture((LabelWidths("age", (0.5, 0.5, 0.0, 0.0, 0.0)),))
BOXES = OtherPicture({"boxes": [[0, 1, 0, 1]], "groups": 3})


@pytest.mark.parametrize("picture", [LATTICE, LABELS, BOXES])
def test_each_kind_is_read_as_it_was_written(picture):
    assert read(to_json(picture)) == picture


@pytest.mark.parametrize("node", [[1, 0.5, "x"], [1, 0.5], [-1, 0, "holds"], "x"])
def test_nodes_are_checked(node):
    with pytest.raises(SourceError, match=r"file: picture\.nodes\[1\]"):
        read({"nodes": [[0, 0, "fails"], node]})


def test_there_are_five_shares():
    with pytest.raises(SourceError, match=r"labels\[0\]\.shares must be five shares"):
        read({"labels": [{"attribute": "age", "shares": [1.0]}]})
