# SPDX-License-Identifier: Apache-2.0
"""An export of a hospital in German layout: 25 columns, made up from a seed."""

from __future__ import annotations

import csv
import datetime as dt
import random
from pathlib import Path

ROWS = 500
"""Rows of the export."""

NAMES = {
    "Nachname": "Müller Schmidt Weber Okafor Rossi Dubois García Jansen Vogel Zeller",
    "Vorname": "Anna Lukas Marie Ahmed Sofia Jonas Emma Felix Laura Paul Giulia",
    "Geschlecht": "m w",
    "Wohnort": "Köln Bonn Essen Trier Jena Ulm Kiel",
    "Familienstand": "ledig verheiratet geschieden verwitwet",
    "Staatsangehörigkeit": "deutsch türkisch polnisch syrisch",
    "Krankenkasse": "AOK TK Barmer DAK KKH",
    "Station": "1A 1B 2A 2B 3A ITS",
    "Blutgruppe": "A B AB 0",
}
"""Columns whose values are some words."""

DISEASES = ("E11.9", "I10.0", "J45.1", "C50.4", "F32.1", "K29.7", "M54.5", "N39.0")
"""Codes of the diagnoses."""


def german(number: float, digits: int) -> str:
    """A number with a comma, and with dots between thousands."""
    return f"{number:,.{digits}f}".translate({44: ".", 46: ","})


def patient(chance: random.Random, row: int) -> dict[str, str]:
    """The row of a patient; everything that names one has a mark in it."""
    born = dt.date(1930, 1, 1) + dt.timedelta(days=chance.randrange(30_000))
    came = dt.date(2023, 1, 1) + dt.timedelta(days=chance.randrange(365))
    stay = int(chance.expovariate(1 / 6))
    words = {name: chance.choice(text.split()) for name, text in NAMES.items()}
    return {
        "Patienten-Nr": str(100_417 + 13 * row),
        "Fallnummer": f"F{20_230_001 + 7 * row}",
        **{name: words[name] for name in ("Nachname", "Vorname")},
        "Geburtsdatum": f"{born:%d.%m.%Y}",
        "Geschlecht": words["Geschlecht"],
        "Straße": f"Gartenstr. {chance.randrange(1, 99)}",
        "PLZ": f"5{chance.randrange(60):02}{chance.randrange(100):02}",
        "Wohnort": words["Wohnort"],
        "Telefon": f"0221 {chance.randrange(10**6, 10**7)}",
        "E-Mail": f"patient{row}@example.org",
        "Versichertennummer": f"A{chance.randrange(10**8, 10**9)}",
        "Krankenkasse": words["Krankenkasse"],
        "Familienstand": words["Familienstand"],
        "Staatsangehörigkeit": words["Staatsangehörigkeit"],
        "Aufnahmedatum": f"{came:%d.%m.%Y}",
        "Entlassungsdatum": f"{came + dt.timedelta(days=stay):%d.%m.%Y}",
        "Station": words["Station"],
        "Hauptdiagnose": chance.choice(DISEASES),
        "Gewicht": german(chance.gauss(78, 14), 1),
        "Größe": german(chance.gauss(1.71, 0.1), 2),
        "Blutgruppe": words["Blutgruppe"],
        "Rechnungsbetrag": german(chance.lognormvariate(8, 0.6), 2),
        "Verweildauer": str(stay),
        "Bemerkung": f"{words['Vorname']} {words['Nachname']} kam mit Schmerzen,"
        f" Nummer {chance.randrange(9999)} auf der Liste, ruft wieder an",
    }


def write_export(path: Path, *, rows: int = ROWS) -> Path:
    """Write the export as hospitals do: semicolons between fields."""
    chance = random.Random("hospital")
    patients = [patient(chance, row) for row in range(rows)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(patients[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(patients)
    return path
