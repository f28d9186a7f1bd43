# SPDX-License-Identifier: Apache-2.0
"""What fuzzing needs: bad input, a way to run it, and what must not happen.

Whatever a file, a plan or a spec holds: no bug of ours (exit code 3), no hang, and no
value of the table in a message. `CANARY` is planted among the values.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from contextlib import contextmanager

from hypothesis import settings
from hypothesis import strategies as st

from diversa.cli.failures import OUR_BUG, explain
from examples import TIMES

CANARY = "Canary"
"""A value of the table that no message may hold."""

LONGEST = 60
"""Seconds after which a case hangs; most take milliseconds."""

ROUNDS = 10 if TIMES > 1 else 1
"""A soak tries a hundred thousand cases in a round."""


def cases(number: int) -> settings:
    """Try so many cases, and far more in a soak."""
    return settings(max_examples=number * TIMES * ROUNDS)


@contextmanager
def no_hang():
    """Stop a case that does not end."""

    def stop(*_):
        raise AssertionError(f"a case took more than {LONGEST} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def run(work: Callable[[], object]) -> object:
    """Do some work as a command does it; None where it is refused as it should be."""
    with no_hang():
        try:
            return work()
        except AssertionError:
            raise
        except Exception as error:
            failure = explain(error)
            told = "\n".join((*failure.lines, *failure.details))
            assert CANARY not in told, told
            if failure.code == OUR_BUG:
                raise
            return None


NASTY = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=6
) | st.sampled_from(
    ["", " ", "0", "-1", "1e999", "nan", "inf", "\0", "'", '"', "\\", "%s", "{}", "*"]
)
"""Short texts, and those that programs stumble over."""

NUMBERS = st.sampled_from(
    [0, 1, -1, 2, 5, 2**31, 2**63, 10**30, -(2**63), 0.5, 1.5, -0.0, 1e308, 5e-324]
)

JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | NASTY,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NASTY, inner, max_size=3)
    ),
    max_leaves=6,
)
"""Any value that JSON holds."""


@st.composite
def changed_json(draw, content):
    """A JSON object with one to three of its parts gone, replaced or doubled."""
    changed = json.loads(json.dumps(content))
    for _ in range(draw(st.integers(1, 3))):
        place = changed
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            key = draw(st.sampled_from(list(keys))) if keys else None
            inner = None if key is None else place[key]
            if not (isinstance(inner, dict | list) and inner and draw(st.booleans())):
                break
            place = inner
        if key is not None:
            change(draw, place, key)
    return changed


def change(draw, place, key):
    """Change one part of a JSON object."""
    match draw(st.sampled_from(["gone", "other", "other", "wrapped"])):
        case "gone":
            del place[key]
        case "other":
            place[key] = draw(JSON)
        case "wrapped":
            place[key] = [place[key]]


@st.composite
def changed_bytes(draw, content):
    """A file in which a few bytes were changed, cut out or put in."""
    data = bytearray(content)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        piece = draw(st.binary(max_size=4) | st.sampled_from(PIECES))
        length = draw(st.integers(0, 4))
        data[at : at + length] = piece
    return bytes(data)


PIECES = [
    b'"',
    b'""',
    b",",
    b";",
    b"\t",
    b"|",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xfe\xff",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"PAR1",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"=1+1",
    b"[",
    b"{",
    b"*",
    b"nan",
    b"1e999",
    b"9" * 40,
]
"""Bytes that readers stumble over."""
