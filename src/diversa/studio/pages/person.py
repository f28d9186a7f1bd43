# SPDX-License-Identifier: Apache-2.0
"""The page *person*: the knowledge that a release gives about one person."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import Request
from nicegui import ui

from diversa.errors import DiversaError
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.plan.plan import Plan
from diversa.studio.pages.attack_panels import AttackPanels
from diversa.studio.pages.charts import belief_chart
from diversa.studio.pages.elements import EXPLAINED, empty, panel, percent, say, table
from diversa.studio.pages.layout import step_page
from diversa.studio.pages.messages import show_errors
from diversa.studio.pages.step_visit import StepVisit
from diversa.studio.pages.texts import aria_label, explain
from diversa.studio.pages.waiting import Latest, fill
from diversa.studio.steps.beliefs import AttributeBeliefs
from diversa.studio.steps.person import PersonView, learn, somebody, values_of
from diversa.studio.steps.worlds import WorldsView, possible_worlds
from diversa.studio.tables import search_words

LEAD = (
    "Suppose somebody knows these facts about a person, and looks for the person in the"
    " table, or in what you would publish. What would be learnt?"
)

MOST_CHOICES = 2000
"""The most values of a column that can be chosen from a list."""


def person_page(request: Request, project: str) -> None:
    """The knowledge that a release gives about one person."""
    with step_page(request, project, "person", LEAD) as step:
        fill(PersonPage(step).draw)


class PersonPage:
    """The page, with what is known of the person."""

    def __init__(self, step: StepVisit) -> None:
        self.step = step
        self.latest = Latest()
        self.known: dict[str, str | None] = {}
        self.selects: dict[str, ui.select] = {}
        self.number = 0
        self.facts: dict[str, list[str]] = {}

    async def draw(self) -> None:
        """Draw what can be known, and what is learnt."""
        self.plan = await self.step.plan()
        values = await self.step.ask(values_of)
        first = await self.step.ask(somebody)
        with ui.element("div").classes("two"):
            with panel("What somebody knows"):
                say(
                    "Somebody who stands out in the table, to begin with. Change what"
                    " is known, or clear it.",
                    "small muted",
                )
                for name in self.plan.roles.quasi_identifiers:
                    self.fact(name, values[name], first.get(name))
                ui.button(
                    "Somebody else who stands out",
                    icon="person_search",
                    on_click=self.another,
                ).props("outline").classes("self-start")
                for name in self.plan.roles.sensitive:
                    self.facts[name] = []
                    ui.select(
                        list(values[name]),
                        label=f"The person's {name} is not …",
                        multiple=True,
                        with_input=True,
                    ).bind_value(self.facts, name).on_value_change(self.change).props(
                        "use-chips"
                    )
            self.learnt = ui.column().classes("w-full items-stretch gap-3")
            self.learnt.props('aria-live="polite"')
        AttackPanels(self.step, self.plan).draw()
        await self.show()

    def fact(self, name: str, values: tuple[str, ...], first: str | None) -> None:
        """A fact about the person, chosen from the values of the table."""
        self.known[name] = first
        select = ui.select(
            list(dict.fromkeys([*([first] if first else []), *values[:MOST_CHOICES]])),
            value=first,
            label=name,
            with_input=True,
            clearable=True,
            # Of very many values some are offered; all can be typed.
            new_value_mode="add-unique" if len(values) > MOST_CHOICES else None,
        )
        select.bind_value(self.known, name).on_value_change(self.change)
        self.selects[name] = select

    async def another(self) -> None:
        """Look at somebody else who stands out."""
        self.number += 1
        person = await self.step.ask(partial(somebody, number=self.number))
        for name, select in self.selects.items():
            value = person.get(name)
            if value is not None and value not in select.options:
                select.set_options([value, *select.options])
            select.value = value
        await self.change()

    async def change(self) -> None:
        """Answer when something else is known."""
        await self.latest.ask(self.show)

    async def show(self) -> bool:
        """Show what is learnt."""
        known = {name: value for name, value in self.known.items() if value}
        self.learnt.clear()
        if not known:
            with self.learnt:
                say("Choose at least one fact about the person.", "muted")
            return True
        with show_errors():
            facts = {
                name: tuple(values) for name, values in self.facts.items() if values
            }
            view = await self.step.ask(
                partial(answer, plan=self.plan, known=known, facts=facts)
            )
            with empty(self.learnt):
                self.show_view(view, known)
        return True

    def show_view(self, view: PersonView, known: dict[str, str]) -> None:
        """Sentences and bars."""
        with panel("What is learnt"):
            for sentence in view.words:
                say(sentence)
            if view.withheld:
                say(
                    f"{view.withheld:,} rows are withheld from the release; the person"
                    " may be among them.",
                    "small muted",
                )
        for beliefs in view.beliefs:
            with panel(f"How sure of the person's {beliefs.on}"):
                chart = ui.echart(
                    belief_chart(beliefs, published=view.groups_after > 0)
                )
                high = 7 + 2.6 * len(beliefs.values)
                chart.classes("w-full").style(f"height: {high:.0f}rem")
                aria_label(chart, f"Beliefs about {beliefs.on}")
                show_wider(beliefs)
                self.worlds(beliefs.on, known)

    def worlds(self, on: str, known: dict[str, str]) -> None:
        """A button that asks for the beliefs of an adversary who knows the rule."""
        place = ui.column().classes("w-full items-stretch")

        async def ask() -> None:
            with show_errors():
                found = await self.step.ask(
                    partial(worlds_answer, plan=self.plan, known=known, on=on)
                )
                with empty(place):
                    show_worlds(found)

        words = "And for somebody who knows the rule of the publisher?"
        button = ui.button(words, on_click=ask).props("outline dense")
        meaning = (
            "Tries all arrangements of the group's values in which a publisher would"
            " have merged the group (possible worlds)."
        )
        explain(button.classes("self-start q-px-sm"), meaning, reachable=False)


def show_wider(beliefs: AttributeBeliefs) -> None:
    """Show the surest kinds of values, and the surest interval of numbers."""
    if not beliefs.wider:
        return
    table(
        ("the surest kind or interval", "by the table", "by the release"),
        [
            (
                wider.words,
                *("" if p is None else percent(p) for p in (wider.before, wider.after)),
            )
            for wider in beliefs.wider
        ],
        right=(1, 2),
    )


def answer(
    table: OpenTable,
    *,
    plan: Plan,
    known: dict[str, str],
    facts: Any,  # noqa: ANN401 - see `Facts`
) -> PersonView:
    """The knowledge about a person, with the best release if there is one."""
    return learn(table, known, proposal_of(table, plan), facts)


def proposal_of(table: OpenTable, plan: Plan) -> Proposal | None:
    """The best release of a plan, if there is one."""
    try:
        return table.search(**search_words(plan))
    except DiversaError:
        return None


def worlds_answer(
    table: OpenTable, *, plan: Plan, known: dict[str, str], on: str
) -> WorldsView | str:
    """The beliefs of an adversary who knows the rule of the publisher."""
    proposal = proposal_of(table, plan)
    if proposal is None:
        return "There is no release for these models."
    return possible_worlds(table, known, proposal, on)


def show_worlds(found: WorldsView | str) -> None:
    """Show the beliefs with and without the rule."""
    if isinstance(found, str):
        say(found, "small muted")
        return
    how = "all" if found.exact else "a sample of the"
    say(
        f"Of {how} {found.worlds:,} arrangements, {found.possible:,} would have been"
        " merged like this.",
        "small",
    )
    table(
        ("value", "from the counts", "knowing the rule"),
        [
            (value or "(missing)", percent(naive), percent(posterior))
            for value, naive, posterior in found.beliefs
        ],
        right=(1, 2),
        meanings={
            "from the counts": EXPLAINED["prior"],
            "knowing the rule": EXPLAINED["rule"],
        },
    )
