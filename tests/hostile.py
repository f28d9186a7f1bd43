# SPDX-License-Identifier: Apache-2.0
"""Names that try to become code in a page, each in its own way.

Each of them counts itself in `window.__hit` where it is evaluated.
"""

from __future__ import annotations

HIT = "(window.__hit = (window.__hit || 0) + 1)"
"""What a page evaluates if one of them succeeds."""

PROPERTY = f"""ward" :foo="{HIT}" x=\""""
"""Leaves a property and makes one that the browser evaluates."""

NAMES = (
    PROPERTY,
    f"""ward' :foo='{HIT}' x='""",
    f""":ward={HIT}""",
    f"""{{{{ {HIT} }}}}""",
    f"""<img src=x onerror="{HIT}">""",
    f"""</script><script>{HIT}</script>""",
    f"""`${{{HIT}}}`""",
    f"""javascript:{HIT}""",
    f"""\u2028{HIT}//\u2028""",
)
"""All of them."""
