# SPDX-License-Identifier: Apache-2.0
"""Programs of a template carry the nonce; what is filled in does not."""

from __future__ import annotations

from types import SimpleNamespace

from jinja2 import DictLoader, Environment

from diversa.studio.pages.nonces import add_nonces


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
