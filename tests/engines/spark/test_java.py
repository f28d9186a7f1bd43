# SPDX-License-Identifier: Apache-2.0
"""Whether there is a Java that Spark runs on."""

from __future__ import annotations

import pytest

from diversa.engines.spark.java import java_home, java_version, lacking_java


@pytest.fixture
def java(tmp_path, monkeypatch):
    """Make a Java of some version."""

    def make(release):
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin" / "java").touch(mode=0o755)
        if release is not None:
            (tmp_path / "release").write_text(release, encoding="utf-8")
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))
        return tmp_path

    return make


@pytest.mark.parametrize(
    ("release", "version", "wrong"),
    [
        ('IMPLEMENTOR="Debian"\nJAVA_VERSION="17.0.15"\n', 17, None),
        ('JAVA_VERSION="21"\n', 21, None),
        ('JAVA_VERSION="11.0.2"\n', 11, "Java 11 is too old"),
        ('JAVA_VERSION="1.8.0_401"\n', 8, "Java 8 is too old"),
        (None, None, None),
    ],
)
def test_java_says_its_version_in_a_file(java, release, version, wrong):
    home = java(release)
    assert java_home() == home
    assert java_version(home) == version
    lacking = lacking_java()
    assert lacking is None if wrong is None else lacking.startswith(wrong)


def test_without_java_it_is_said_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert "apt-get install openjdk-17-jre-headless" in lacking_java()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert lacking_java().startswith("there is no Java")


def test_java_is_found_by_its_path(java, monkeypatch):
    home = java('JAVA_VERSION="17"\n')
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(home / "bin"))
    assert java_home() == home.resolve()
