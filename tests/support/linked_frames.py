# SPDX-License-Identifier: Apache-2.0
"""A made-up hospital: patients and encounters, as frames and as files."""

from __future__ import annotations

import random

import pyarrow as pa
from pyarrow import csv

from diversa.linked.record import LinkedPromise

WORDS = {
    "person": "id",
    "identifiers": "name",
    "quasi_identifiers": ["birth", "sex"],
    "visit_person": "patient",
    "visit_quasi_identifiers": ["month", "ward"],
    "visit_sensitive": "diagnosis",
    "suppression": 0.1,
}
"""The plan of both tables, without models."""

APART = {**WORDS, "models": ["k-anonymity:4", "frequency-l-diversity:3/2"]}
LINKED = {**WORDS, "linked_models": "km-anonymity:k=4,m=2"}


PROMISE = LinkedPromise(
    pseudonym="pseudonym",
    people_known=("birth",),
    visits_known=("ward",),
    visits_sensitive=("ill",),
    models=("km-anonymity:k=5,m=2",),
    most_visits=10,
    levels={"birth": 1, "ward": 0},
    loss=0.25,
    people_in=9,
    people_out=8,
    visits_in=20,
    visits_out=18,
    nodes=6,
    tried=3,
)
"""The promise of a small release."""


def hospital_tables(people=120, seed=5):
    """Patients and encounters; a patient has none, one or several."""
    draw = random.Random(seed)
    patients = [
        {
            "id": number,
            "birth": draw.randint(1940, 1999),
            "sex": draw.choice("fm"),
            "name": f"N{number}",
        }
        for number in range(people)
    ]
    encounters = [
        {
            "patient": str(patient["id"]),
            "month": f"2024-{draw.randint(1, 12):02d}-01",
            "ward": draw.choice("AB"),
            "diagnosis": draw.choice(["flu", "cold", "asthma", "gout"]),
            "doctor": draw.choice(["d1", "d2"]),
        }
        for patient in patients
        for _ in range(draw.choice([0, 1, 1, 2, 3]))
    ]
    return pa.Table.from_pylist(patients), pa.Table.from_pylist(encounters)


def hospital_files(folder, **words):
    """The same as files of a folder."""
    paths = folder / "patients.csv", folder / "encounters.csv"
    for table, path in zip(hospital_tables(**words), paths, strict=True):
        csv.write_csv(table, path)
    return paths
