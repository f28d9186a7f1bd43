# SPDX-License-Identifier: Apache-2.0
"""Names that try to become code in a page, each in its own way.

Each of them counts itself in `window.__hit` where it is evaluated.
"""

from __future__ import annotations

HIT = "(window.__hit = (window.__hit || 0) + 1)"
"""What a page evaluates if one of them succeeds."""


def hostile_names(word):
    """Names that hold a word, so that there are as many as a test needs."""
    return (
        # Leaves its property and makes one that the browser evaluates.
        f"""{word}" :foo="{HIT}" x=\"""",
        f"""{word}' :foo='{HIT}' x='""",
        f""":{word}={HIT}""",
        f"""{{{{ {HIT} }}}} {word}""",
        f"""<img src=x onerror="{HIT}"> {word}""",
        f"""</script><script>{HIT}</script> {word}""",
        f"""`${{{HIT}}}` {word}""",
        f"""javascript:{HIT}//{word}""",
        f"""{word}\u2028{HIT}//\u2028""",
    )


NAMES = hostile_names("ward")
"""Some of them."""
