# SPDX-License-Identifier: Apache-2.0
"""The files that pages load are there, as what browsers take them for."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from diversa.studio.pages.assets import ASSETS, HEAD, add_assets


@pytest.mark.parametrize(("name", "kind"), ASSETS.items())
def test_every_file_is_served(name, kind):
    app = FastAPI()
    add_assets(app)
    answer = TestClient(app).get(f"/assets/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    assert len(answer.text) > 500


def test_a_page_loads_all_of_them():
    assert set(re.findall("/assets/([a-z.]+)", HEAD)) == set(ASSETS)
