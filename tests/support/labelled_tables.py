# SPDX-License-Identifier: Apache-2.0
"""Tables with a role that a person gave to every column, to measure the guesses by.

The columns are those that the tables are published with; the values are made up to the
domains that their descriptions give, from a seed, so nothing has to be downloaded and
nobody in them exists. Roles were given by the question of the tutorial: does it name a
person or one event of one (`I`), could a neighbour, an employer or a register know it
(`Q`), must it not be learned of a person (`S`), or neither, or can nobody say (`O`)?
"""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary

ROLES = {"I": "identifiers", "Q": "quasi_identifiers", "S": "sensitive", "O": "other"}

Maker = Callable[[random.Random, int], object]
"""Makes the value of a row."""


@dataclass(frozen=True)
class LabelledTable:
    """A table with the role of every column."""

    name: str
    columns: Mapping[str, tuple[str, Maker]]
    rows: int = 400

    @property
    def labels(self) -> dict[str, str]:
        return {name: ROLES[label] for name, (label, _) in self.columns.items()}

    def dictionaries(self) -> list[Dictionary]:
        return [self._dictionary(name) for name in self.columns]

    def _dictionary(self, name: str) -> Dictionary:
        chance = random.Random(f"{self.name} {name}")
        maker = self.columns[name][1]
        values = [maker(chance, row) for row in range(self.rows)]
        counts = Counter(None if value is None else str(value) for value in values)
        return Dictionary.build(name, counts.keys(), counts.values())


def of(*values: object, weights: tuple[int, ...] | None = None) -> Maker:
    return lambda chance, _row: chance.choices(values, weights)[0]


def words(text: str) -> Maker:
    return of(*[part.strip() for part in text.split(",")])


def whole(low: int, high: int) -> Maker:
    return lambda chance, _row: chance.randint(low, high)


def small(mean: float, most: int = 999) -> Maker:
    """Counts: most are small."""
    return lambda chance, _row: min(most, int(chance.expovariate(1 / mean)))


def near(mean: float, spread: float, digits: int = 0, least: float = 0) -> Maker:
    def make(chance: random.Random, _row: int) -> object:
        number = max(least, chance.gauss(mean, spread))
        return round(number, digits) if digits else round(number)

    return make


def ages(low: int = 18, high: int = 90, mean: float = 42) -> Maker:
    return lambda chance, _row: round(chance.triangular(low, high, mean))


def money(mean: float) -> Maker:
    return lambda chance, _row: round(chance.lognormvariate(0, 0.6) * mean)


def counter(start: int = 1, step: int = 1) -> Maker:
    return lambda _chance, row: start + step * row


def pattern(text: str) -> Maker:
    """`#` is a digit, `?` a capital letter."""
    signs = {"#": "0123456789", "?": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    return lambda chance, _row: "".join(
        chance.choice(signs[sign]) if sign in signs else sign for sign in text
    )


def repeated(maker: Maker, times: int = 3) -> Maker:
    """Values of people who have several rows each."""

    def make(chance: random.Random, _row: int) -> object:
        person = chance.randrange(10**6) % (400 * 4 // (times + 1))
        return maker(random.Random(person), person)

    return make


def day(first: str, days: int, form: str = "%Y-%m-%d") -> Maker:
    start = dt.datetime.fromisoformat(first)

    def make(chance: random.Random, _row: int) -> object:
        seconds = chance.randrange(days * 86_400)
        return (start + dt.timedelta(seconds=seconds)).strftime(form)

    return make


def gaps(maker: Maker, share: float = 0.3) -> Maker:
    return lambda chance, row: None if chance.random() < share else maker(chance, row)


def joined(*parts: Maker | str) -> Maker:
    return lambda chance, row: "".join(
        part if isinstance(part, str) else str(part(chance, row)) for part in parts
    )


def checked(stem: Maker, add: Callable[[str], str]) -> Maker:
    """Numbers with check digits."""
    return lambda chance, row: add(str(stem(chance, row)))


def with_luhn(stem: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(stem)):
        number = int(digit) * (1 if place % 2 else 2)
        total += number - 9 * (number > 9)
    return stem + str(-total % 10)


def with_iban(stem: str) -> str:
    country, account = stem[:2], stem[2:]
    digits = "".join(str(int(sign, 36)) for sign in account + country)
    return f"{country}{98 - int(digits) * 100 % 97:02}{account}"


def with_nir_key(stem: str) -> str:
    return f"{stem}{97 - int(stem) % 97:02}"


def with_dni_letter(stem: str) -> str:
    return stem + "TRWAGMYFPDXBNJZSQVHLCKE"[int(stem) % 23]


def with_bsn_digit(stem: str) -> str:
    total = sum(int(d) * (9 - place) for place, d in enumerate(stem)) % 11
    return stem + str(total) if total < 10 else with_bsn_digit(str(int(stem) + 1))


FIRST = words(
    "Anna, Lukas, Marie, Ahmed, Sofia, Jonas, Emma, Felix, Laura, Paul, Giulia, Pierre,"
    " Carmen, Kwame, Ines, Bram, Sanne, Joao, Helga, Dieter, Thandiwe, Yuki, Carlos,"
    " Beatriz, Luca, Chiara, Manon, Hugo, Oluwaseun, Ewa"
)
LAST = words(
    "Müller, Schmidt, Weber, Okafor, Rossi, Dubois, García, Jansen, Silva, Kowalczyk,"
    " Nguyen, Hoffmann, Leclerc, Moretti, Ferreira, Visser, Brandt, Haddad, Lindqvist,"
    " Petrov, Yamamoto, Krämer, Ortega, Vogel, Sørensen, Achterberg, Quaresma, Zeller"
)
PERSON = joined(FIRST, " ", LAST)
REVERSED = joined(LAST, ", ", FIRST)
TEXT = joined(
    words("Patient reports, Visit because of, Came again with, Was sent for, Seen for"),
    " ",
    words("pain in the left knee, a cough at night, headaches since May, dizziness"),
    " ",
    words("after work, for two weeks, when climbing stairs, in the morning, since"),
    ", number ",
    whole(1, 9999),
    " on the list, will call again",
)
YES = of("yes", "no")
CITY = words(
    "Berlin, Hamburg, Köln, Leipzig, Bonn, Essen, Kiel, Ulm, Trier, Jena, Bremen, Halle"
)
ICD = joined(pattern("?##."), whole(0, 9))
ICD_9 = of(250.83, 276, 648, 8, 197, 414, 428, 486, 786, "V57", "V58", "E878", 250.01)
DRUG = of("No", "Steady", "Up", "Down", weights=(80, 15, 3, 2))

DIABETES = LabelledTable(
    "Diabetes-130",
    {
        "encounter_id": ("I", counter(2_278_392, 713)),
        "patient_nbr": ("I", repeated(counter(8_222_157, 911), 1)),
        "race": ("Q", words("Caucasian, AfricanAmerican, Asian, Hispanic, Other, ?")),
        "gender": ("Q", of("Male", "Female")),
        "age": (
            "Q",
            lambda chance, _row: f"[{(n := chance.randrange(10) * 10)}-{n + 10})",
        ),
        "weight": ("Q", words("?, [75-100), [50-75), [100-125), [125-150)")),
        "admission_type_id": ("Q", whole(1, 8)),
        "discharge_disposition_id": ("Q", whole(1, 28)),
        "admission_source_id": ("Q", whole(1, 25)),
        "time_in_hospital": ("O", whole(1, 14)),
        "payer_code": ("O", words("?, MC, MD, HM, UN, BC, SP, CP, SI, DM, CM, PO")),
        "medical_specialty": (
            "O",
            words("?, Cardiology, Surgery-General, InternalMedicine, Orthopedics"),
        ),
        "num_lab_procedures": ("O", whole(1, 132)),
        "num_procedures": ("O", whole(0, 6)),
        "num_medications": ("O", whole(1, 81)),
        "number_outpatient": ("O", small(0.4, 42)),
        "number_emergency": ("O", small(0.2, 76)),
        "number_inpatient": ("O", small(0.6, 21)),
        "diag_1": ("S", ICD_9),
        "diag_2": ("S", ICD_9),
        "diag_3": ("S", ICD_9),
        "number_diagnoses": ("O", whole(1, 16)),
        "max_glu_serum": ("S", of("None", "Norm", ">200", ">300")),
        "A1Cresult": ("S", of("None", "Norm", ">7", ">8")),
        **dict.fromkeys(
            [
                "metformin",
                "repaglinide",
                "nateglinide",
                "chlorpropamide",
                "glimepiride",
                "acetohexamide",
                "glipizide",
                "glyburide",
                "tolbutamide",
                "pioglitazone",
                "rosiglitazone",
                "acarbose",
                "miglitol",
                "troglitazone",
                "tolazamide",
                "examide",
                "citoglipton",
                "insulin",
                "glyburide-metformin",
                "glipizide-metformin",
            ],
            ("S", DRUG),
        ),
        "change": ("O", of("Ch", "No")),
        "diabetesMed": ("S", of("Yes", "No")),
        "readmitted": ("S", of("NO", ">30", "<30")),
    },
)

COMPAS = LabelledTable(
    "COMPAS",
    {
        "id": ("I", counter(1)),
        "name": ("I", lambda chance, row: str(PERSON(chance, row)).lower()),
        "first": ("I", lambda chance, row: str(FIRST(chance, row)).lower()),
        "last": ("I", lambda chance, row: str(LAST(chance, row)).lower()),
        "compas_screening_date": ("Q", day("2013-01-01", 700)),
        "sex": ("Q", of("Male", "Female", weights=(4, 1))),
        "dob": ("Q", day("1940-01-01", 20_000)),
        "age": ("Q", ages(18, 83, 25)),
        "age_cat": ("Q", of("25 - 45", "Greater than 45", "Less than 25")),
        "race": (
            "Q",
            words(
                "African-American, Caucasian, Hispanic, Other, Asian, Native American"
            ),
        ),
        "juv_fel_count": ("O", small(0.2, 20)),
        "decile_score": ("O", whole(1, 10)),
        "juv_misd_count": ("O", small(0.2, 13)),
        "juv_other_count": ("O", small(0.2, 17)),
        "priors_count": ("O", small(3, 38)),
        "days_b_screening_arrest": ("O", gaps(whole(-30, 30), 0.05)),
        "c_jail_in": ("Q", day("2013-01-01", 700, "%Y-%m-%d %H:%M:%S")),
        "c_jail_out": ("Q", day("2013-01-01", 700, "%Y-%m-%d %H:%M:%S")),
        "c_case_number": ("I", pattern("13######CF10A")),
        "c_offense_date": ("Q", day("2013-01-01", 700)),
        "c_arrest_date": ("Q", gaps(day("2013-01-01", 700), 0.8)),
        "c_charge_degree": ("S", of("F", "M")),
        "c_charge_desc": (
            "S",
            words("Battery, Burglary Structure, Grand Theft, Possession of Cannabis"),
        ),
        "is_recid": ("S", of(0, 1)),
        "r_case_number": ("I", gaps(pattern("14######MM10A"), 0.5)),
        "r_charge_degree": ("S", words("(M1), (M2), (F3), (MO3)")),
        "r_charge_desc": ("S", words("Battery, Petit Theft, Possession of Cocaine")),
        "is_violent_recid": ("S", of(0, 1)),
        "vr_case_number": ("I", gaps(pattern("14######CF10A"), 0.8)),
        "score_text": ("O", of("Low", "Medium", "High")),
        "two_year_recid": ("S", of(0, 1)),
    },
)

GERMAN_CREDIT = LabelledTable(
    "German credit",
    {
        "checking_account_status": ("S", words("A11, A12, A13, A14")),
        "duration_months": ("O", whole(4, 72)),
        "credit_history": ("S", words("A30, A31, A32, A33, A34")),
        "purpose": ("O", words("A40, A41, A42, A43, A44, A45, A46, A48, A49, A410")),
        "credit_amount": ("S", money(3_200)),
        "savings_account": ("S", words("A61, A62, A63, A64, A65")),
        "present_employment_since": ("Q", words("A71, A72, A73, A74, A75")),
        "installment_rate": ("O", whole(1, 4)),
        "personal_status_sex": ("Q", words("A91, A92, A93, A94")),
        "other_debtors": ("O", words("A101, A102, A103")),
        "present_residence_since": ("Q", whole(1, 4)),
        "property": ("Q", words("A121, A122, A123, A124")),
        "age_years": ("Q", ages(19, 75, 27)),
        "other_installment_plans": ("O", words("A141, A142, A143")),
        "housing": ("Q", words("A151, A152, A153")),
        "number_existing_credits": ("O", whole(1, 4)),
        "job": ("Q", words("A171, A172, A173, A174")),
        "number_people_liable": ("O", whole(1, 2)),
        "telephone": ("O", words("A191, A192")),
        "foreign_worker": ("Q", words("A201, A202")),
        "credit_risk": ("O", whole(1, 2)),
    },
)

MONTHS = words("jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec")
BANK = LabelledTable(
    "Bank marketing",
    {
        "age": ("Q", ages()),
        "job": (
            "Q",
            words("admin., blue-collar, technician, services, retired, student"),
        ),
        "marital": ("Q", of("married", "single", "divorced")),
        "education": ("Q", words("primary, secondary, tertiary, unknown")),
        "default": ("S", of("no", "yes", weights=(9, 1))),
        "balance": ("S", near(1_362, 3_000, 0, -8_019)),
        "housing": ("Q", YES),
        "loan": ("S", YES),
        "contact": ("O", of("cellular", "telephone", "unknown")),
        "day": ("Q", whole(1, 31)),
        "month": ("Q", MONTHS),
        "duration": ("O", small(260, 4_918)),
        "campaign": ("O", whole(1, 63)),
        "pdays": ("O", of(-1, 92, 182, 91, 181, 183, 370)),
        "previous": ("O", small(0.6, 58)),
        "poutcome": ("O", words("unknown, failure, other, success")),
        "y": ("O", YES),
    },
)

FLIGHTS = LabelledTable(
    "Flights",
    {
        "year": ("Q", of(2013)),
        "month": ("Q", whole(1, 12)),
        "day": ("Q", whole(1, 31)),
        "dep_time": ("O", gaps(whole(500, 2359), 0.02)),
        "sched_dep_time": ("O", whole(500, 2359)),
        "dep_delay": ("O", gaps(near(12, 40, 0, -43), 0.02)),
        "arr_time": ("O", gaps(whole(1, 2400), 0.02)),
        "sched_arr_time": ("O", whole(1, 2359)),
        "arr_delay": ("O", gaps(near(7, 44, 0, -86), 0.02)),
        "carrier": ("O", words("UA, B6, EV, DL, AA, MQ, US, 9E, WN, VX, FL, AS, F9")),
        "flight": ("O", repeated(whole(1, 8500), 9)),
        "tailnum": ("I", repeated(pattern("N###??"), 3)),
        "origin": ("Q", of("EWR", "JFK", "LGA")),
        "dest": ("Q", words("ORD, ATL, LAX, BOS, MCO, CLT, SFO, FLL, MIA, DCA, DTW")),
        "air_time": ("O", gaps(whole(20, 695), 0.02)),
        "distance": ("O", repeated(whole(80, 4983), 9)),
        "hour": ("O", whole(5, 23)),
        "minute": ("O", whole(0, 59)),
        "time_hour": ("Q", day("2013-01-01", 365, "%Y-%m-%d %H:00:00")),
    },
)

TITANIC = LabelledTable(
    "Titanic",
    {
        "PassengerId": ("I", counter(1)),
        "Survived": ("S", of(0, 1)),
        "Pclass": ("Q", of(1, 2, 3)),
        "Name": (
            "I",
            joined(LAST, ", ", words("Mr., Mrs., Miss., Master."), " ", FIRST),
        ),
        "Sex": ("Q", of("male", "female")),
        "Age": ("Q", gaps(ages(1, 80, 28), 0.2)),
        "SibSp": ("Q", small(0.5, 8)),
        "Parch": ("Q", small(0.4, 6)),
        "Ticket": ("I", repeated(pattern("######"), 1)),
        "Fare": ("O", near(32, 30, 4)),
        "Cabin": ("Q", gaps(joined(words("A, B, C, D, E"), whole(1, 130)), 0.77)),
        "Embarked": ("Q", of("S", "C", "Q")),
    },
)

HOSPITAL = LabelledTable(
    "German hospital",
    {
        "Patienten-Nr": ("I", repeated(counter(100_417, 13), 1)),
        "Fallnummer": ("I", counter(20_230_001)),
        "Nachname": ("I", LAST),
        "Vorname": ("I", FIRST),
        "Geburtsdatum": ("Q", day("1930-01-01", 30_000, "%d.%m.%Y")),
        "Geschlecht": ("Q", of("m", "w", "d", weights=(48, 50, 2))),
        "Straße": (
            "I",
            joined(words("Haupt, Garten, Berg, Linden"), "str. ", whole(1, 99)),
        ),
        "PLZ": ("Q", pattern("5####")),
        "Wohnort": ("Q", CITY),
        "Telefon": ("I", pattern("0221 #######")),
        "Versichertennummer": ("I", pattern("A#########")),
        "Krankenkasse": ("Q", words("AOK, TK, Barmer, DAK, KKH, privat")),
        "Familienstand": ("Q", words("ledig, verheiratet, geschieden, verwitwet")),
        "Staatsangehörigkeit": ("Q", words("deutsch, türkisch, polnisch, syrisch")),
        "Beruf": ("Q", words("Lehrerin, Maurer, Rentner, Kauffrau, Schüler, Ärztin")),
        "Konfession": ("S", words("ev, rk, keine, islamisch")),
        "Aufnahmedatum": ("Q", day("2023-01-01", 365, "%d.%m.%Y")),
        "Entlassungsdatum": ("Q", day("2023-01-01", 365, "%d.%m.%Y")),
        "Station": ("O", words("1A, 1B, 2A, 2B, 3A, ITS")),
        "Hauptdiagnose": ("S", ICD),
        "Nebendiagnosen": ("S", ICD),
        "OPS": ("S", joined(pattern("5-###."), whole(0, 9))),
        "Verweildauer": ("O", small(6, 60)),
        "Entlassungsgrund": ("Q", words("01, 02, 04, 06, 07, 09")),
        "Bemerkung": ("O", TEXT),
    },
)

NHANES = LabelledTable(
    "NHANES",
    {
        "ID": ("I", counter(51_624, 7)),
        "SurveyYr": ("Q", of("2009_10", "2011_12")),
        "Gender": ("Q", of("male", "female")),
        "Age": ("Q", ages(0, 80, 36)),
        "AgeDecade": ("Q", words("0-9, 10-19, 20-29, 30-39, 40-49, 50-59, 60-69, 70+")),
        "Race1": ("Q", words("Black, Hispanic, Mexican, White, Other")),
        "Education": ("Q", words("8th Grade, High School, Some College, College Grad")),
        "MaritalStatus": ("Q", words("Married, Divorced, NeverMarried, Widowed")),
        "HHIncome": ("S", words("0-4999, 5000-9999, 25000-34999, more 99999")),
        "Poverty": ("S", near(2.8, 1.2, 2)),
        "HomeRooms": ("O", whole(1, 13)),
        "HomeOwn": ("Q", of("Own", "Rent", "Other")),
        "Work": ("Q", of("Working", "NotWorking", "Looking")),
        "Weight": ("Q", near(71, 25, 1, 3)),
        "Height": ("Q", near(162, 18, 1, 80)),
        "BMI": ("O", near(26.7, 7, 2, 12)),
        "Pulse": ("O", near(73, 12, 0, 40)),
        "BPSysAve": ("S", near(118, 17, 0, 76)),
        "TotChol": ("S", near(4.9, 1, 2, 1.5)),
        "Diabetes": ("S", of("No", "Yes", weights=(92, 8))),
        "HealthGen": ("S", words("Excellent, Vgood, Good, Fair, Poor")),
        "Depressed": ("S", of("None", "Several", "Most")),
        "nPregnancies": ("O", small(3, 32)),
        "SleepHrsNight": ("O", whole(2, 12)),
        "PhysActive": ("O", of("Yes", "No")),
        "AlcoholDay": ("S", small(3, 82)),
        "SmokeNow": ("S", of("Yes", "No")),
        "HardDrugs": ("S", of("Yes", "No")),
        "SexOrientation": ("S", of("Heterosexual", "Homosexual", "Bisexual")),
        "PregnantNow": ("S", of("Yes", "No", "Unknown")),
    },
)

MAIL = joined(pattern("????"), whole(1, 99_999), "@example.org")
SHOP = LabelledTable(
    "Shop orders",
    {
        "order_id": ("I", counter(10_001)),
        "invoice": ("I", pattern("INV-######")),
        "customer": ("I", repeated(PERSON, 3)),
        "contact": ("I", MAIL),
        "mobile": ("I", pattern("+44 7### ######")),
        "address": ("I", joined(whole(1, 200), " ", LAST, " Road, ", CITY)),
        "postcode": ("Q", pattern("S## #??")),
        "country": ("Q", words("United Kingdom, Germany, France, EIRE, Spain")),
        "ordered_at": ("Q", day("2024-01-01", 365, "%Y-%m-%dT%H:%M:%S")),
        "card": ("I", checked(pattern("4##############"), with_luhn)),
        "account": ("I", checked(pattern("DE##################"), with_iban)),
        "session": ("I", pattern("########-####-4###-a###-############")),
        "client_ip": ("I", joined("10.", whole(0, 255), ".", whole(0, 255), ".7")),
        "device": ("I", pattern("0#:1#:a#:2#:b#:c#")),
        "profile": ("I", joined("https://shop.example.org/u/", whole(1, 99_999))),
        "product": ("O", words("mug, lamp, clock, bag, frame, candle, tray, bunting")),
        "quantity": ("O", small(4, 99)),
        "unit_price": ("O", near(6, 4, 2, 0.2)),
        "coupon": ("O", gaps(words("SPRING, WELCOME, LOYAL"), 0.8)),
        "comment": ("O", gaps(TEXT, 0.5)),
    },
)

STUDENTS = LabelledTable(
    "Student performance",
    {
        "school": ("Q", of("GP", "MS")),
        "sex": ("Q", of("F", "M")),
        "age": ("Q", whole(15, 22)),
        "address": ("Q", of("U", "R")),
        "famsize": ("Q", of("LE3", "GT3")),
        "Pstatus": ("Q", of("T", "A")),
        "Medu": ("Q", whole(0, 4)),
        "Fedu": ("Q", whole(0, 4)),
        "Mjob": ("Q", words("teacher, health, services, at_home, other")),
        "Fjob": ("Q", words("teacher, health, services, at_home, other")),
        "reason": ("O", words("home, reputation, course, other")),
        "guardian": ("Q", of("mother", "father", "other")),
        "traveltime": ("O", whole(1, 4)),
        "studytime": ("O", whole(1, 4)),
        "failures": ("O", whole(0, 3)),
        "internet": ("O", YES),
        "romantic": ("O", YES),
        "health": ("S", whole(1, 5)),
        "absences": ("O", small(5, 93)),
        "Walc": ("S", whole(1, 5)),
        "G3": ("O", whole(0, 20)),
    },
)

CLINIC_FR = LabelledTable(
    "French clinic",
    {
        "numero_dossier": ("I", pattern("D######")),
        "Nom": ("I", LAST),
        "Prénom": ("I", FIRST),
        "NIR": ("I", checked(pattern("1850675######"), with_nir_key)),
        "naissance": ("Q", day("1930-01-01", 30_000, "%d/%m/%Y")),
        "sexe": ("Q", of("H", "F")),
        "code_postal": ("Q", pattern("75###")),
        "commune": ("Q", words("Paris, Lyon, Lille, Nantes, Rennes, Dijon, Metz")),
        "téléphone": ("I", pattern("06 ## ## ## ##")),
        "situation_familiale": ("Q", words("célibataire, marié, divorcé, veuf, pacsé")),
        "profession": ("Q", words("infirmière, maçon, retraité, cadre, élève")),
        "diagnostic": ("S", ICD),
        "traitement": ("S", words("metformine, insuline, aspirine, aucun")),
        "revenu_mensuel": ("S", money(2_100)),
        "nombre_enfants": ("Q", small(1.2, 9)),
        "nb_consultations": ("O", small(4, 60)),
        "remarques": ("O", TEXT),
    },
)

CLINIC_ES = LabelledTable(
    "Spanish clinic",
    {
        "numero_historia": ("I", counter(700_120, 17)),
        "nombre": ("I", FIRST),
        "apellidos": ("I", joined(LAST, " ", LAST)),
        "dni": ("I", checked(pattern("########"), with_dni_letter)),
        "fecha_nacimiento": ("Q", day("1930-01-01", 30_000, "%d/%m/%Y")),
        "sexo": ("Q", of("hombre", "mujer")),
        "codigo_postal": ("Q", pattern("28###")),
        "municipio": ("Q", words("Madrid, Getafe, Leganés, Alcorcón, Móstoles")),
        "correo": ("I", MAIL),
        "teléfono": ("I", pattern("6## ### ###")),
        "estado_civil": ("Q", words("soltero, casado, divorciado, viudo")),
        "diagnóstico": ("S", words("asma, diabetes tipo 2, gripe, hipertensión")),
        "resultado_prueba": ("S", of("positivo", "negativo")),
        "salario": ("S", money(1_700)),
        "fecha_ingreso": ("Q", day("2023-01-01", 365, "%d/%m/%Y")),
        "numero_visitas": ("O", small(3, 50)),
    },
)

CLINIC_IT = LabelledTable(
    "Italian clinic",
    {
        "codice_fiscale": ("I", pattern("??????85A##H###?")),
        "Cognome": ("I", LAST),
        "Nome": ("I", FIRST),
        "data_nascita": ("Q", day("1930-01-01", 30_000, "%d/%m/%Y")),
        "sesso": ("Q", of("M", "F")),
        "CAP": ("Q", pattern("20###")),
        "città": ("Q", words("Milano, Monza, Lodi, Pavia, Como, Lecco")),
        "indirizzo": ("I", joined("Via ", LAST, " ", whole(1, 120))),
        "cellulare": ("I", pattern("3## #######")),
        "stato_civile": ("Q", words("celibe, nubile, coniugato, vedovo")),
        "titolo_di_studio": ("Q", words("licenza media, diploma, laurea")),
        "reddito": ("S", money(24_000)),
        "diagnosi": ("S", ICD),
        "farmaci": ("S", words("metformina, ramipril, nessuno, aspirina")),
        "data_ricovero": ("Q", day("2023-01-01", 365, "%d/%m/%Y")),
        "numero_esami": ("O", small(5, 40)),
    },
)

CLINIC_NL = LabelledTable(
    "Dutch clinic",
    {
        "patiëntnummer": ("I", repeated(counter(50_017, 3), 1)),
        "BSN": ("I", checked(whole(10_000_000, 19_999_999), with_bsn_digit)),
        "achternaam": ("I", LAST),
        "voorletters": ("I", pattern("?.?.")),
        "geboortedatum": ("Q", day("1930-01-01", 30_000, "%d-%m-%Y")),
        "geslacht": ("Q", of("M", "V")),
        "postcode": ("Q", pattern("10## ??")),
        "woonplaats": ("Q", words("Amsterdam, Utrecht, Leiden, Delft, Zwolle")),
        "telefoonnummer": ("I", pattern("06-########")),
        "burgerlijke_staat": ("Q", words("gehuwd, ongehuwd, gescheiden, weduwe")),
        "beroep": ("Q", words("leraar, verpleegkundige, bakker, student")),
        "godsdienst": ("S", words("katholiek, protestants, geen, moslim")),
        "inkomen": ("S", money(31_000)),
        "diagnose": ("S", ICD),
        "uitslag": ("S", of("positief", "negatief")),
        "opnamedatum": ("Q", day("2023-01-01", 365, "%d-%m-%Y")),
        "aantal_consulten": ("O", small(3, 40)),
        "opmerking": ("O", TEXT),
    },
)

CLINIC_PT = LabelledTable(
    "Portuguese clinic",
    {
        "numero_utente": ("I", pattern("#########")),
        "nome_completo": ("I", PERSON),
        "data_nascimento": ("Q", day("1930-01-01", 30_000, "%d/%m/%Y")),
        "sexo": ("Q", of("masculino", "feminino")),
        "código_postal": ("Q", pattern("1###-###")),
        "concelho": ("Q", words("Lisboa, Porto, Braga, Faro, Évora, Sintra")),
        "morada": ("I", joined("Rua ", LAST, " ", whole(1, 120))),
        "telemóvel": ("I", pattern("9## ### ###")),
        "estado_civil": ("Q", words("solteiro, casado, divorciado, viúvo")),
        "profissão": ("Q", words("professor, enfermeira, pedreiro, estudante")),
        "religião": ("S", words("católica, evangélica, nenhuma, outra")),
        "rendimento": ("S", money(1_100)),
        "diagnóstico": ("S", ICD),
        "medicação": ("S", words("metformina, ramipril, nenhuma")),
        "data_internamento": ("Q", day("2023-01-01", 365, "%d/%m/%Y")),
        "quantidade_consultas": ("O", small(3, 40)),
    },
)

ATTRITION = LabelledTable(
    "HR attrition",
    {
        "Age": ("Q", ages(18, 60, 34)),
        "Attrition": ("Q", of("Yes", "No")),
        "BusinessTravel": ("O", words("Non-Travel, Travel_Rarely, Travel_Frequently")),
        "DailyRate": ("S", whole(102, 1499)),
        "Department": ("Q", words("Sales, Research & Development, Human Resources")),
        "DistanceFromHome": ("Q", whole(1, 29)),
        "Education": ("Q", whole(1, 5)),
        "EducationField": ("Q", words("Life Sciences, Medical, Marketing, Other")),
        "EmployeeCount": ("O", of(1)),
        "EmployeeNumber": ("I", counter(1, 2)),
        "EnvironmentSatisfaction": ("O", whole(1, 4)),
        "Gender": ("Q", of("Male", "Female")),
        "HourlyRate": ("S", whole(30, 100)),
        "JobLevel": ("Q", whole(1, 5)),
        "JobRole": ("Q", words("Sales Executive, Research Scientist, Manager")),
        "JobSatisfaction": ("O", whole(1, 4)),
        "MaritalStatus": ("Q", words("Single, Married, Divorced")),
        "MonthlyIncome": ("S", money(6_500)),
        "NumCompaniesWorked": ("O", whole(0, 9)),
        "Over18": ("O", of("Y")),
        "OverTime": ("O", of("Yes", "No")),
        "PercentSalaryHike": ("S", whole(11, 25)),
        "PerformanceRating": ("S", of(3, 4)),
        "StockOptionLevel": ("O", whole(0, 3)),
        "TotalWorkingYears": ("Q", whole(0, 40)),
        "YearsAtCompany": ("Q", whole(0, 40)),
    },
)

STROKE = LabelledTable(
    "Stroke",
    {
        "id": ("I", pattern("#####")),
        "gender": ("Q", of("Male", "Female", "Other")),
        "age": ("Q", ages(0, 82, 45)),
        "hypertension": ("S", of(0, 1)),
        "heart_disease": ("S", of(0, 1)),
        "ever_married": ("Q", of("Yes", "No")),
        "work_type": ("Q", words("Private, Self-employed, Govt_job, children")),
        "Residence_type": ("Q", of("Urban", "Rural")),
        "avg_glucose_level": ("S", near(106, 45, 2, 55)),
        "bmi": ("O", near(29, 8, 1, 10)),
        "smoking_status": (
            "S",
            words("never smoked, smokes, formerly smoked, Unknown"),
        ),
        "stroke": ("S", of(0, 1)),
    },
)

HELD_OUT = (ATTRITION, STROKE)
"""Tables that no word was added for."""

ADULT = dict.fromkeys(
    [
        "age",
        "education",
        "education-num",
        "marital-status",
        "relationship",
        "race",
        "sex",
        "occupation",
        "workclass",
        "native-country",
    ],
    "quasi_identifiers",
) | {
    "fnlwgt": "other",
    "capital-gain": "sensitive",
    "capital-loss": "sensitive",
    "hours-per-week": "other",
    "classification": "sensitive",
}
"""The roles of the columns of Adult, whose values are read where they are there."""

TABLES = (
    DIABETES,
    COMPAS,
    GERMAN_CREDIT,
    BANK,
    FLIGHTS,
    TITANIC,
    HOSPITAL,
    NHANES,
    SHOP,
    STUDENTS,
    CLINIC_FR,
    CLINIC_ES,
    CLINIC_IT,
    CLINIC_NL,
    CLINIC_PT,
)
