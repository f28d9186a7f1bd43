# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the Adult data where it is there, and the slow tests."""

from __future__ import annotations

import atexit
import csv
import gc
import itertools
import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol

from examples import SEED, TIMES, load_profile
from killed_runs import Runner
from postgres_server import ABSENT, postgres_server
from spark_cluster import lacking_spark, spark_session
from tables import SmallTable, levels_file

BESIDE = Path(__file__).parents[2] / "shared" / "data" / "adult"
"""Where the Adult data stands unless DIVERSA_DATA names another folder."""


load_profile()

NUMBERS = itertools.count()
"""Names of ledgers."""


class ShownExamples:
    """Looks for examples only in files that show some; to look takes long."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        collectors = yield
        if file_path.suffix != ".py" or b">>>" in file_path.read_bytes():
            return collectors
        return [each for each in collectors if not isinstance(each, DoctestModule)]


class FewMessages:
    """Lets a worker send what a test says, not that it began, was set up and ended.

    To send and to read six messages of each test takes as long as many a test.
    """

    @pytest.hookimpl
    def pytest_runtest_protocol(self, item, nextitem):
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        return True


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    os.environ["DIVERSA_LEDGER"] = "none"  # also for examples outside of tests
    config.pluginmanager.register(ShownExamples())
    needs_all = config.option.durations is not None or config.option.xmlpath
    if hasattr(config, "workerinput") and not needs_all:
        config.pluginmanager.register(FewMessages())
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


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    """Save what `make coverage` measured: a worker that ends slowly is killed."""
    coverage = sys.modules.get("coverage")
    measured = coverage and coverage.Coverage.current()
    if measured:
        measured.stop()
        measured.save()


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


@pytest.fixture(scope="session")
def ledgers(tmp_path_factory):
    """A folder for the ledgers of tests."""
    return tmp_path_factory.mktemp("ledgers")


@pytest.fixture(autouse=True)
def own_ledger(ledgers, monkeypatch):
    """Each test has a ledger of its own: it never writes into the user's home."""
    path = ledgers / f"{next(NUMBERS)}.json"
    monkeypatch.setenv("DIVERSA_LEDGER", str(path))
    return path


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
