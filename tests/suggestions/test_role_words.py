# SPDX-License-Identifier: Apache-2.0
"""Roles by the words in the name of a column."""

from __future__ import annotations

import pytest

from diversa.suggestions.role_words import (
    LANGUAGES,
    is_count_name,
    role_by_name,
    word_file,
)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("name", "identifiers"),
        ("SSN", "identifiers"),
        ("e-mail", "identifiers"),
        ("customer_id", "identifiers"),
        ("creditCardNumber", "identifiers"),
        ("age", "quasi_identifiers"),
        ("ZIPCode", "quasi_identifiers"),
        ("dateOfBirth", "quasi_identifiers"),
        ("marital-status", "quasi_identifiers"),
        ("country_name", "quasi_identifiers"),
        ("job title", "quasi_identifiers"),
        ("diagnosis", "sensitive"),
        ("disease_name", "sensitive"),
        ("Annual Income", "sensitive"),
    ],
)
def test_role_by_name(name, role):
    assert role_by_name(name)[0] == role


@pytest.mark.parametrize(
    "name", ["ward", "manager2", "homepage", "x", "", "42", "zipper"]
)
def test_names_that_say_nothing(name):
    assert role_by_name(name) is None


@pytest.mark.parametrize(
    ("role", "names"),
    [
        (
            "identifiers",
            "Patienten-Nr Fallnummer Nachname Versichertennummer Telefonnummer"
            " Straße STRASSE Prénom prenom numero_securite_sociale apellidos DNI"
            " numero_historia codice_fiscale CodiceFiscale Cognome achternaam BSN"
            " burgerservicenummer nome_completo telemóvel telemovel morada patient_nbr",
        ),
        (
            "quasi_identifiers",
            "Geburtsdatum GEBURTSDATUM geb_datum Aufnahmedatum Entlassungsdatum PLZ"
            " Wohnort Familienstand Staatsangehörigkeit Staatsangehoerigkeit"
            " Staatsangehorigkeit Geschlecht naissance date_de_naissance code_postal"
            " fecha_nacimiento fecha_de_nacimiento codigo_postal edad data_nascita"
            " sesso geboortedatum woonplaats geslacht data_nascimento idade concelho",
        ),
        (
            "sensitive",
            "Hauptdiagnose Einkommen Monatseinkommen Religionszugehörigkeit Vorstrafen"
            " Laborergebnis maladie revenu_mensuel condamnations diagnóstico salario"
            " reddito diagnosi farmaci godsdienst inkomen uitslag religião medicação"
            " rendimento sexual_orientation convictions test_result",
        ),
    ],
)
def test_names_in_seven_languages(role, names):
    roles = {name: (role_by_name(name) or ("",))[0] for name in names.split()}
    assert roles == dict.fromkeys(names.split(), role)


@pytest.mark.parametrize("name", ["report", "covid_wave", "sort_order", "transport"])
def test_parts_of_words_are_no_words(name):
    """`Ort`, `ID` and `Land` are German; these words only end as they do."""
    assert role_by_name(name) is None


@pytest.mark.parametrize(
    "name", ["number_diagnoses", "num_procedures", "AnzahlKinder", "nb_visites"]
)
def test_names_of_counts(name):
    assert is_count_name(name)
    assert not is_count_name("patient_number")
    assert not is_count_name("number")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_section(language):
    assert word_file(language).keys() == word_file("english").keys()
