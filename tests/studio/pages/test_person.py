# SPDX-License-Identifier: Apache-2.0
"""What is learnt is answered with the best release, or without one."""

from __future__ import annotations

from functools import partial

from diversa.studio.pages.person import answer, proposal_of, worlds_answer
from diversa.studio.plans import ask, change_plan, plan_of
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit


def test_with_and_without_a_release(studio, demo):
    plan = plan_of(ProjectVisit(studio, LOCAL, demo.id))
    known = {"sex": "female"}
    question = partial(answer, plan=plan, known=known, facts={})
    learnt = ask(ProjectVisit(studio, LOCAL, demo.id), question)
    assert learnt.rows_before == learnt.rows_after > 0
    strict = change_plan(
        ProjectVisit(studio, LOCAL, demo.id), models="k-anonymity:2000"
    )
    assert (
        ask(ProjectVisit(studio, LOCAL, demo.id), partial(proposal_of, plan=strict))
        is None
    )
    question = partial(answer, plan=strict, known=known, facts={})
    assert ask(ProjectVisit(studio, LOCAL, demo.id), question).groups_after == 0
    worlds = partial(worlds_answer, plan=strict, known=known, on="condition")
    assert "no release" in ask(ProjectVisit(studio, LOCAL, demo.id), worlds)
