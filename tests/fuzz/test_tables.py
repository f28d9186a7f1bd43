# SPDX-License-Identifier: Apache-2.0
"""Files that are nearly tables, read with any options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.read_options import ReadOptions
from fuzzed import CANARY, JSON, NASTY, cases, changed_bytes, run

ROWS = [
    f"{CANARY}{number},{13050 + number % 3},{20 + number % 4},{CANARY}-{number % 3}"
    for number in range(8)
]
TABLE = "\n".join(["name,zip,age,ill", *ROWS]) + "\n"
TABLES = [
    TABLE.encode(),
    TABLE.replace(",", ";").replace("\n", "\r\n").encode("utf-16"),
    "\n".join(ROWS).encode(),
    TABLE.replace("20", "1.3.2024").replace(",", ", ").encode("latin-1"),
    b'[{"zip": 1, "age": 2, "ill": "Canary"}, {"zip": 1, "age": 3, "ill": "x"}]',
    b'{"zip": 1, "age": [1], "ill": "Canary"}\n{"zip": null, "age": 3}\n',
]
MARKS = st.none() | st.sampled_from([",", ";", "\t", "|", '"', " ", "é", "\n", "ab"])
CODECS = [
    "utf-8",
    "latin-1",
    "utf-16",
    "utf-16-le",
    "utf-7",
    "utf-32",
    "cp1252",
    "shift_jis",
    "hex",
    "rot13",
    "punycode",
    "idna",
    "unicode_escape",
    "undefined",
    "nothing",
]
ENCODINGS = st.none() | st.sampled_from(CODECS)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "delimiter": MARKS,
        "quote": MARKS.filter(lambda mark: mark is not None),
        "encoding": ENCODINGS,
        "header": st.sampled_from([None, True, False]),
        "missing": st.lists(NASTY | MARKS.filter(bool), max_size=2),
        "quoted_missing": st.booleans(),
        "trim": st.sampled_from([None, True, False]),
    },
)
NAMES = ["t.csv", "t.txt", "t.json", "t.parquet", "t.xlsx", "t.csv.gz", "t.dta"]


def told_nothing(text):
    assert CANARY not in text, text


@cases(30)
@given(
    content=st.sampled_from(TABLES).flatmap(changed_bytes) | st.binary(max_size=60),
    options=OPTIONS,
    name=st.sampled_from(NAMES),
)
@pytest.mark.parametrize("command", ["suggest", "audit"])
def test_any_bytes_are_a_table_or_refused(tmp_path, command, content, options, name):
    path = tmp_path / name
    path.write_bytes(content)
    if command == "suggest":
        made = run(lambda: diversa.suggest(path, reading=ReadOptions(**options)))
        # Names may hold what was changed into a header: the values may not be told.
        if made is not None and options.get("header") is not True:
            told_nothing(" ".join(made.reasons))
        return
    words = {"quasi_identifiers": ["zip", "age"], "sensitive": "ill"}
    run(
        lambda: diversa.audit(
            path,
            reading=ReadOptions(**options),
            models=["k-anonymity:2", "entropy-l-diversity:2"],
            missing="own",
            **words,
        )
    )


@cases(20)
@given(
    names=st.lists(NASTY, min_size=1, max_size=4),
    rows=st.lists(st.lists(NASTY, min_size=1, max_size=4), min_size=1, max_size=5),
    first=st.integers(0, 3),
)
def test_any_cells_are_published_or_refused(tmp_path, names, rows, first):
    path = tmp_path / "t.csv"
    lines = [
        names,
        *(row[: len(names)] + [""] * (len(names) - len(row)) for row in rows),
    ]
    quoted = [
        ",".join('"' + c.replace('"', '""') + '"' for c in line) for line in lines
    ]
    path.write_bytes("\n".join(quoted).encode())
    run(
        lambda: diversa.anonymize(
            path,
            quasi_identifiers=[names[first % len(names)]],
            models="k-anonymity:2",
            suppression=1,
            reading=ReadOptions(header=True, delimiter=","),
            out=tmp_path / "release",
            replace=True,
            evidence=False,
        )
    )


@cases(20)
@given(
    cells=st.dictionaries(
        st.sampled_from(["zip", "age", "ill"]),
        st.lists(JSON, min_size=3, max_size=3),
        min_size=2,
    )
)
def test_any_frame_is_audited_or_refused(cells):
    import pandas as pd

    frame = pd.DataFrame({name: pd.Series(values) for name, values in cells.items()})
    names = list(cells)
    run(
        lambda: diversa.audit(
            frame, quasi_identifiers=names[0], sensitive=names[1], missing="own"
        )
    )
