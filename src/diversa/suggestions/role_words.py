# SPDX-License-Identifier: Apache-2.0
"""The role that the words of a column name suggest.

The words are in `words/`, one file for each language. A name is looked up in all of
them, since the language of a table is not known.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")

LANGUAGES = (
    "english",
    "german",
    "french",
    "spanish",
    "italian",
    "dutch",
    "portuguese",
)
"""The languages of the words, in order of preference."""

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
"""Umlauts in German without a German keyboard."""

HOMES = "homes"
"""The section of words for a home."""

ROLES = (
    ("identifiers", "identifiers"),
    ("sensitive", "sensitive"),
    ("quasi_identifiers", "quasi_identifiers"),
    (HOMES, "identifiers"),
    ("keys", "identifiers"),
)
"""Sections of words and the roles they speak for; the first that has a word of the name
decides: `disease_name` is sensitive."""


def without_accents(text: str) -> str:
    """Write letters without their accents.

    >>> without_accents("Straße"), without_accents("Prénom"), without_accents("Größe")
    ('Strasse', 'Prenom', 'Grosse')
    """
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def words_of(name: str) -> list[str]:
    """Split a column name into words, without accents.

    >>> words_of("maritalStatus"), words_of("DATE_OF_BIRTH"), words_of("native-country")
    (['marital', 'status'], ['date', 'of', 'birth'], ['native', 'country'])
    >>> words_of("Größe_cm")
    ['grosse', 'cm']
    """
    return [word.lower() for word in WORD.findall(without_accents(name))]


class WordList:
    """Words that speak for one role, and beginnings and ends of such words."""

    def __init__(self, entries: list[str]) -> None:
        self.whole: set[str] = set()
        self.beginnings: set[str] = set()
        self.ends: set[str] = set()
        for entry in entries:
            for spelling in spellings(entry):
                self._add(spelling)

    def _add(self, entry: str) -> None:
        self.whole.add(entry.strip("*"))
        if entry.endswith("*"):
            self.beginnings.add(entry.strip("*"))
        if entry.startswith("*"):
            self.ends.add(entry.strip("*"))

    def word_in(self, words: list[str]) -> str | None:
        """The first word of a name that is one of these, or None."""
        for word in words:
            if word in self.whole or self._is_compound(word):
                return word
        return next((both for both in join_words(words) if both in self.whole), None)

    def _is_compound(self, word: str) -> bool:
        # `Geburtsdatum` begins with `geburt`, `Aufnahmedatum` ends with `datum`.
        places = range(1, len(word))
        return any(
            word[:place] in self.beginnings or word[place:] in self.ends
            for place in places
        )


def join_words(words: list[str]) -> Iterator[str]:
    """Join two and three neighbouring words of a name.

    >>> list(join_words(["date", "of", "birth"]))
    ['dateof', 'ofbirth', 'dateofbirth', 'datebirth']
    """
    yield from map("".join, pairwise(words))
    yield from map("".join, zip(words, words[1:], words[2:], strict=False))
    kept = [word for word in words if word not in PARTICLES]
    if kept != words:
        yield from map("".join, pairwise(kept))


PARTICLES = frozenset(words_of("of de du des la le d l di del della do da dos van der"))
"""Words that a name may leave out: `fecha_de_nacimiento`, `fecha_nacimiento`."""


def spellings(entry: str) -> set[str]:
    """The spellings of a word in a name: without blanks and accents, `ae` for `ä`.

    >>> sorted(spellings("größe*")), spellings("codice fiscale")
    (['groesse*', 'grosse*'], {'codicefiscale'})
    """
    text = entry.replace(" ", "").replace("\n", "")
    return {without_accents(text), without_accents(text.translate(UMLAUTS))}


@cache
def word_lists() -> dict[str, WordList]:
    """The words of all languages, by their section."""
    entries: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for section, text in word_file(language).items():
            listed = text.split(",")
            entries.setdefault(section, []).extend(part.strip() for part in listed)
    return {section: WordList(listed) for section, listed in entries.items()}


@cache
def word_file(name: str) -> dict[str, str]:
    """The sections of a file of words."""
    path = files("diversa.suggestions") / "words" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def role_by_name(name: str) -> tuple[str, str] | None:
    """The role that a name speaks for, and the word in it that does.

    >>> role_by_name("disease_name"), role_by_name("customer_name")
    (('sensitive', 'disease'), ('identifiers', 'name'))
    >>> role_by_name("Geburtsdatum"), role_by_name("codice_fiscale")
    (('quasi_identifiers', 'geburtsdatum'), ('identifiers', 'codicefiscale'))
    """
    return next(((role, word) for _, role, word in voices(name)), None)


def voices(name: str) -> Iterator[tuple[str, str, str]]:
    """Section, role and word of every section with a word of a name."""
    words = words_of(name)
    for section, role in ROLES:
        word = word_lists()[section].word_in(words)
        if word is not None and is_weak(word, words):
            others = [one for one in words if not is_weak(one, words)]
            word = word_lists()[section].word_in(others)
        if word is not None:
            yield section, role, word


def is_weak(word: str, words: list[str]) -> bool:
    """True for a word that says little beside the other words of a name.

    >>> is_weak("job", ["job", "req", "computer"]), is_weak("job", ["job", "type"])
    (True, False)
    """
    weak, beside = weak_words()
    return word in weak and not beside >= {*words} - {word}


@cache
def weak_words() -> tuple[frozenset[str], frozenset[str]]:
    """Words that say little within a longer name, and those beside which they count."""
    listed = word_file("weak")
    weak, beside = (
        frozenset(part.strip() for part in listed[key].split(","))
        for key in ("weak", "beside")
    )
    return weak, beside


def person_word(name: str) -> str | None:
    """The word of a name that says that its values are people, or None.

    >>> person_word("pid"), person_word("Versicherter"), person_word("patient_age")
    ('pid', 'versicherter', None)
    """
    if role_by_name(name) is not None:
        return None
    return word_lists()["persons"].word_in(words_of(name))


def is_count_name(name: str) -> bool:
    """True for the name of a count, such as `number_diagnoses`.

    >>> is_count_name("number_diagnoses"), is_count_name("patient_number")
    (True, False)
    """
    return counting_word(name) is not None


def counting_word(name: str) -> str | None:
    """The word that makes a name one of a count, or None.

    >>> counting_word("number_diagnoses"), counting_word("priors_count")
    ('number', 'count')
    """
    words = words_of(name)
    if len(words) < 2:
        return None
    counts = word_lists()["counts"]
    first = counts.word_in(words[:1]) or counts.word_in(["".join(words[:2])])
    return first or next((word for word in words[-1:] if word in LAST_COUNTS), None)


LAST_COUNTS = ("count", "counts", "anzahl", "aantal")
"""Words that make a count at the end of a name; `patient_number` is none."""
