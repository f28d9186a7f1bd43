# SPDX-License-Identifier: Apache-2.0
"""Every experiment, by name, in the order in which they are run."""

from __future__ import annotations

from experiments.closeness import attacks, distances, protection
from experiments.delta_l_diversity import (
    checking_time,
    disagreement,
    examples,
    generalization,
    monotonicity,
)
from experiments.experiment import Experiment
from experiments.l_diversity import figure_7, homogeneity, running_time
from experiments.le_diversity import bucketization
from experiments.methods import grid, peers, scaling
from experiments.slides import steps

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        steps.EXPERIMENT,
        homogeneity.EXPERIMENT,
        running_time.FIGURE_5,
        running_time.FIGURE_6,
        figure_7.EXPERIMENT,
        bucketization.EXPERIMENT,
        examples.EXPERIMENT,
        monotonicity.EXPERIMENT,
        disagreement.EXPERIMENT,
        checking_time.EXPERIMENT,
        generalization.EXPERIMENT,
        attacks.EXPERIMENT,
        protection.EXPERIMENT,
        distances.EXPERIMENT,
        grid.EXPERIMENT,
        scaling.EXPERIMENT,
        peers.EXPERIMENT,
    )
}
"""Every experiment, by its name on the command line."""
