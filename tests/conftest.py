# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the Adult data where it is there, and the slow tests."""

from __future__ import annotations

import atexit
import csv
import gc
import os
import signal
import time
from collections import defaultdict
from dataclasses import replace
from functools import partial
from pathlib import Path

import duckdb
import pytest
from _pytest.doctest import DoctestModule

from diversa.counts.kernels.compiled import PATIENCE_LEFT, Kernel, numbers_in
from diversa.engines.duckdb import engine as duckdb_engine
from diversa.engines.duckdb.session import SETTINGS
from diversa.engines.registry import ENGINES
from examples import SEED, TIMES, load_profile
from killed_runs import Runner
from postgres_server import ABSENT, postgres_server
from spark_cluster import lacking_spark, spark_session
from tables import SmallTable, levels_file

BESIDE = Path(__file__).parents[2] / "shared" / "data" / "adult"
"""Where the Adult data stands unless DIVERSA_DATA names another folder."""


load_profile()


class ShownExamples:
    """Looks for examples only in files that show some; to look takes long."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        collectors = yield
        if file_path.suffix != ".py" or b">>>" in file_path.read_bytes():
            return collectors
        return [each for each in collectors if not isinstance(each, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    config.pluginmanager.register(ShownExamples())
    if SEED is not None:
        config.option.hypothesis_seed = str(SEED)


SELDOM = 50_000, 20, 50
"""How many objects are made before garbage is looked for; Python says 700, 10, 10."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection():
    """What is collected stays to the end, so nobody need look whether it is garbage.

    When Python ends everything is garbage, and extension modules look for theirs.
    """
    gc.disable()
    atexit.register(gc.unfreeze)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()


def pytest_terminal_summary(terminalreporter, config):
    """Say what was compared, what was left out, and how to try the same again."""
    verdicts = sum(
        number
        for report in terminalreporter.getreports("passed")
        for name, number in report.user_properties
        if name == "verdicts"
    )
    if verdicts:
        terminalreporter.write_line(f"{verdicts:,} verdicts are those of a brute force")
    left_out = [f"--{marker}" for marker in left_out_of(config)]
    if left_out:
        terminalreporter.write_line(
            f"tests that need {', '.join(left_out)} are left out"
        )
    if SEED is not None:
        again = f"DIVERSA_SEED={SEED} DIVERSA_TIMES={TIMES}"
        terminalreporter.write_line(f"random examples; {again} tries the same again")


APART = {
    "slow": "the slow tests",
    "postgres": "the tests that need a PostgreSQL server",
    "spark": "the tests that need Java and PySpark",
    "browser": "the tests of pages in a browser",
}
"""What is run only where it is asked for: by marker, what the tests are."""


def pytest_addoption(parser):
    for marker, tests in APART.items():
        parser.addoption(f"--{marker}", action="store_true", help=f"also run {tests}")


def left_out_of(config):
    """The markers of tests that were not asked for."""
    return [marker for marker in APART if not config.getoption(f"--{marker}")]


def pytest_collection_modifyitems(config, items):
    """Leave out what is not asked for: a test that is skipped takes as long as one."""
    left_out = {*left_out_of(config)}
    chosen, others = [], []
    for item in items:
        if "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.postgres)
        marked = {marker.name for marker in item.iter_markers()}
        (others if left_out & marked else chosen).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=others)


@pytest.fixture(scope="session", autouse=True)
def one_day():
    """Reports say the same day however late it gets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1709164800")
        yield


COMPILING = 0.5
"""Seconds that it takes to compile a kernel, about."""

LOADING = 0.02
"""Seconds that it takes to load what was compiled before."""


@pytest.fixture(scope="session", autouse=True)
def patience_with_every_kernel():
    """A kernel is compiled when its own small calls took as long as that would.

    A process of a user's compiles all that it calls from some moment on, since a long
    run goes on to call it; here most kernels are called a few times more. What another
    worker has compiled since is loaded.
    """
    may_wait, timed, spent = Kernel._may_wait, Kernel._timed, defaultdict(float)
    looked = defaultdict(float)

    def may_wait_for_this(kernel, arguments):
        if PATIENCE_LEFT.seconds is not None or not kernel._exact:
            return may_wait(kernel, arguments)
        if numbers_in(arguments) > kernel._few:
            return False
        if spent[kernel] <= LOADING:
            return True
        if spent[kernel] > looked[kernel] + LOADING:
            looked[kernel] = spent[kernel]
            vars(kernel).pop("was_compiled", None)
        return spent[kernel] <= COMPILING and not kernel.was_compiled

    def timed_for_this(kernel, *arguments):
        begin = time.thread_time()
        try:
            return timed(kernel, *arguments)
        finally:
            spent[kernel] += time.thread_time() - begin

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "_may_wait", may_wait_for_this)
        patch.setattr(Kernel, "_timed", timed_for_this)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_database(tmp_path_factory):
    """Sessions without limits are connections to one database: to make one takes long.

    Each has tables and settings of its own. Threads cost more than small tables give.
    """
    make = duckdb.connect
    spill = {"temp_directory": str(tmp_path_factory.mktemp("spill"))}
    shared = make(config=SETTINGS | spill | {"threads": "1"})

    def connect(*, config):
        limited = {"memory_limit", "threads"} & set(config)
        return make(config=config) if limited else shared.cursor()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duckdb, "connect", connect)
        yield
    shared.close()


IN_MEMORY = {
    *("attacks", "audits", "comparisons", "hierarchies", "laws", "methods", "metrics"),
    *("recodings", "release", "report", "risks", "series"),
}
"""Rooms that are not about how tables are read, counted and written."""

BETWEEN_ENGINES = {"test_same_release.py", "test_table_draft.py"}
"""Tests of such rooms that are about two engines after all."""


@pytest.fixture(scope="module", autouse=True)
def engine_where_none_is_named(request):
    """In some rooms it is the one in memory, several times as fast on small tables.

    Engines give the same release by laws of their own, `laws/test_engine_laws.py`. On
    random examples, as CI and a soak try them, all releases are made by the engine that
    is shipped, which counts small tables as if they were large.
    """
    places = {*request.path.relative_to(Path(__file__).parent).parts}
    with pytest.MonkeyPatch.context() as patch:
        if SEED is not None:
            patch.setattr(duckdb_engine, "FEW_ROWS", 0)
        elif places & IN_MEMORY and not places & BETWEEN_ENGINES:
            memory = {"module": "memory_engine", "name": "MemoryEngine"}
            backend = replace(ENGINES["duckdb"], **memory)
            patch.setitem(ENGINES, "duckdb", backend)
        yield


@pytest.fixture(scope="session")
def postgres_folder_and_address():
    """The server of the tests; where there is none they are skipped, but not in CI."""
    with postgres_server() as (address, folder):
        if address is None and os.environ.get("CI"):
            pytest.fail("CI must have PostgreSQL")
        if address is None:
            pytest.skip(ABSENT)
        yield folder, address


@pytest.fixture(scope="session")
def postgres(postgres_folder_and_address):
    """The address of a PostgreSQL server."""
    return postgres_folder_and_address[1]


@pytest.fixture(scope="session")
def spark_is_there():
    """Skips where there is no Java or no PySpark, but not in CI."""
    lacking = lacking_spark()
    if lacking is not None and os.environ.get("CI"):
        pytest.fail(f"CI must have Java and PySpark: {lacking}")
    if lacking is not None:
        pytest.skip(lacking)


@pytest.fixture(scope="session")
def spark(spark_is_there):
    """One Spark session for all tests."""
    del spark_is_there
    with spark_session() as session:
        yield session


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """A program that has imported all and runs commands in processes of their own."""
    with Runner(tmp_path_factory.mktemp("runs")) as runner:
        yield runner


@pytest.fixture
def keyboard():
    """Ctrl-C as a person's shell has it: a job in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def adult_folder() -> Path:
    """The folder of the Adult data; skips where there is none."""
    folder = Path(os.environ.get("DIVERSA_DATA", BESIDE))
    if not folder.is_dir() and os.environ.get("CI"):
        pytest.fail("CI must have the Adult data")
    if not folder.is_dir():
        pytest.skip("no Adult data here")
    return folder


@pytest.fixture(scope="session")
def adult(adult_folder):
    """Make a table of the 45,222 complete rows from chosen columns."""
    rows = []
    for name in ("adult.data", "adult.test"):
        with (adult_folder / name).open(encoding="utf-8") as file:
            rows += csv.DictReader(file, skipinitialspace=True)
    complete = [row for row in rows if "?" not in row.values()]
    for row in complete:  # some copies end the label of the test rows with a dot
        row["salary-class"] = row.pop("classification").rstrip(".")
    return partial(adult_table, adult_folder, complete)


@pytest.fixture(scope="session")
def adult_30162(adult_folder):
    """Make a table of the 30,162 complete rows of adult.data from chosen columns."""
    with (adult_folder / "adult_30162.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    return partial(adult_table, adult_folder, rows)


def adult_table(folder, rows, quasi_identifiers, sensitive=()):
    """A table over some columns, with the hierarchies of the quasi-identifiers."""
    columns = (*quasi_identifiers, *sensitive)
    ladders = {
        name: levels_file(folder / "hierarchies" / f"{name}.csv")
        for name in quasi_identifiers
    }
    chosen = tuple(tuple(row[name] for name in columns) for row in rows)
    return SmallTable(columns, chosen, ladders)
