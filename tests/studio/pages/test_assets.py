# SPDX-License-Identifier: Apache-2.0
"""The files that pages load are there, as what browsers take them for."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from jinja2 import DictLoader, Environment
from starlette.testclient import TestClient

from diversa.studio.pages.assets import ASSETS, HEAD, add_assets, add_nonces


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


def test_only_the_template_has_nonces():
    text = "<script>a</script><script type=module>b</script>{{ text | safe }}<scripts>"
    environment = Environment(loader=DictLoader({"page": text}), autoescape=True)
    assert "nonce" not in environment.get_template("page").render(text="")
    add_nonces(environment)
    add_nonces(environment)
    request = SimpleNamespace(state=SimpleNamespace(nonce="n1"))
    page = environment.get_template("page")
    assert page.render(request=request, text="<script>c</script>") == (
        '<script nonce="n1">a</script><script nonce="n1" type=module>b</script>'
        "<script>c</script><scripts>"
    )
