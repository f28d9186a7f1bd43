# SPDX-License-Identifier: Apache-2.0
"""The log by REST."""

from __future__ import annotations


def test_the_log_comes_piece_by_piece(api):
    api.post("tokens", json={"name": "first"})
    api.post("tokens", json={"name": "second"})
    newest, *_ = lines = api.get("log", params={"most": 2}).json()
    assert [line["about"] for line in lines] == ["second", "first"]
    before = api.get("log", params={"before": newest["id"], "most": 1}).json()
    assert before == [lines[1]]
    assert api.get("log", params={"most": 0}).status_code == 422
