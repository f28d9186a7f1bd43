# SPDX-License-Identifier: Apache-2.0
"""A table whose secrets are respelled at random is judged and published as before.

Each respelling is made here from a value that the law keeps, so what must come out is
known without folding anything.
"""

from __future__ import annotations

import unicodedata
from collections import Counter

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb import counter
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.postgres.engine import PostgresEngine
from diversa.errors import NoSolutionError
from examples import examples
from memory_engine import MemoryEngine
from spark_cluster import spark_engine
from tight_labels import tight

TEXTS = ("flu", "café", "heart disease", "äther", "gout", "straße")
NUMBERS = ("1", "2.5", "30", "400")

RESPELLINGS = (
    str,
    str.upper,
    str.title,
    lambda text: f"  {text}",
    lambda text: f"{text}\u00a0",
    lambda text: text.replace(" ", " \u2009\t"),
    "\u200b".join,
    lambda text: f"\ufeff{text}\u00ad",
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: unicodedata.normalize("NFD", text.upper()),
    lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
)
RENUMBERINGS = (
    str,
    lambda text: f"+{text}",
    lambda text: f" {text}",
    lambda text: f"{text}0" if "." in text else f"{text}.00",
)
KINDS = {"texts": (TEXTS, RESPELLINGS), "numbers": (NUMBERS, RENUMBERINGS)}

MODELS = [
    "k-anonymity:2",
    "distinct-l-diversity:2",
    "entropy-l-diversity:1.5",
    "recursive-cl-diversity:c=2,l=2",
]
FAR = "t-closeness:0.4"
"""A model that knows no value that may be any."""

ENGINES = {
    "duckdb": lambda _: DuckDBEngine(threads=1),
    "memory": lambda _: MemoryEngine(),
    "frame": lambda _: None,
    "postgres": lambda request: PostgresEngine(request.getfixturevalue("postgres")),
    "spark": lambda request: spark_engine(request.getfixturevalue("spark")),
}
APART = {"postgres": pytest.mark.postgres, "spark": pytest.mark.spark}


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=APART.get(name, ())) for name in ENGINES],
)
def engine(request):
    """Every engine; DuckDB counts small tables as if they were large."""
    opened = ENGINES[request.param](request)
    if opened is None:
        yield None
        return
    with pytest.MonkeyPatch.context() as patch, opened:
        patch.setattr(counter, "FEW_ROWS", 0)
        yield opened


@st.composite
def tables(draw, kind):
    """Rows of a quasi-identifier and a secret, and the same secrets respelled."""
    values, ways = KINDS[kind]
    row = st.tuples(
        st.sampled_from("abc"), st.sampled_from([None, *values]), st.sampled_from(ways)
    )
    rows = draw(st.lists(row, min_size=3, max_size=20))
    lost = draw(st.sampled_from([None, "", "  ", "\u200b"]))
    plain = [(group, secret) for group, secret, _ in rows]
    respelled = [
        (group, lost if secret is None else respell(secret))
        for group, secret, respell in rows
    ]
    return plain, respelled


def frame_of(rows, engine):
    groups, secrets = zip(*rows, strict=True)
    table = {"group": pa.array(groups), "secret": pa.array(secrets, pa.string())}
    frame = pa.table(table)
    return frame.to_pandas() if engine is None else frame


WORDS = {"quasi_identifiers": "group", "sensitive": "secret"}


def judged(engine, rows, missing, **words):
    audit = diversa.audit(
        frame_of(rows, engine),
        models=[*MODELS, *([] if missing == "worst" else [FAR])],
        missing=missing,
        engine=engine,
        **WORDS,
        **words,
    )
    verdicts = [
        (verdict.spec, verdict.holds, verdict.attained, verdict.failing_groups)
        for verdict in audit.models
    ]
    return verdicts, dict(audit.levels), audit.groups, audit.dropped_rows


@pytest.mark.parametrize("kind", KINDS)
@examples(12)
@given(data=st.data(), missing=st.sampled_from(["own", "worst", "drop"]))
def test_an_audit_finds_the_same(engine, kind, data, missing):
    plain, respelled = data.draw(tables(kind))
    expected = judged(engine, plain, missing)
    assert judged(engine, respelled, missing) == expected
    groups = {}
    for group, secret in plain:
        if secret is not None or missing == "own":
            groups.setdefault(group, set()).add(secret)
    if missing != "worst" and groups:
        fewest = min(map(len, groups.values()))
        assert expected[1]["distinct-l-diversity"] == fewest


@pytest.mark.parametrize("kind", KINDS)
@examples(6)
@given(data=st.data())
def test_exactly_what_is_written(engine, kind, data):
    _, respelled = data.draw(tables(kind))
    groups = {}
    for group, secret in respelled:
        groups.setdefault(group, set()).add(secret)
    levels = judged(engine, respelled, "own", reading=ReadOptions(equality="exact"))[1]
    assert levels["distinct-l-diversity"] == min(map(len, groups.values()))


METHODS = {
    "full-domain": ["distinct-l-diversity:2"],
    "mondrian": ["k-anonymity:2", "distinct-l-diversity:2"],
    "anatomy": ["distinct-l-diversity:2"],
    "local-recoding": ["k-anonymity:3"],
}


def released(engine, rows, method, out=None):
    try:
        return diversa.anonymize(
            frame_of(rows, engine),
            models=METHODS[method],
            method=method,
            **tight(method),
            missing="own",
            suppression=0.3,
            engine=engine,
            out=out,
            replace=True,
            **WORDS,
        )
    except NoSolutionError:
        return None


def secrets_of(release):
    """How often each secret is published, of one table or two."""
    if release.sensitive_table is None:
        return Counter(as_pandas(release.frame)["secret"].to_list())
    lines = as_pandas(release.sensitive_table)
    tally = Counter()
    for secret, rows in zip(lines["secret"], lines["count"], strict=True):
        tally[secret] += int(rows)
    return tally


def as_pandas(frame):
    table = frame if isinstance(frame, pd.DataFrame) else pa.table(frame).to_pandas()
    return table.astype(object).where(table.notna(), None)


@pytest.mark.parametrize("method", METHODS)
@examples(6)
@given(data=st.data())
def test_a_release_is_the_same_in_one_spelling(engine, method, data):
    plain, respelled = data.draw(tables("texts"))
    one, other = (released(engine, rows, method) for rows in (plain, respelled))
    assert (one is None) == (other is None)
    if one is None:
        return
    value_of = {
        text: value
        for (_, value), (_, text) in zip(plain, respelled, strict=True)
        if value is not None
    }
    expected, got = secrets_of(one), secrets_of(other)
    assert Counter({value_of.get(text): n for text, n in got.items()}) == expected
    assert len(got) == len(expected)
    assert other.audit.holds
    assert (other.levels, other.suppressed) == (one.levels, one.suppressed)
    assert other.audit.groups == one.audit.groups
    counts = Counter(text for _, text in respelled if text in value_of)
    for text in got.keys() & value_of.keys():
        same = [c for t, c in counts.items() if value_of[t] == value_of[text]]
        assert counts[text] == max(same)
