# SPDX-License-Identifier: Apache-2.0
"""A sweep: what each value of a setting costs, and what privacy is got for it.

A parameter of a model (k, l, t), the suppression or the method runs through several
values (`axis`); for each the best release is looked for and measured (`yardstick`), and
nothing is published. `OpenTable.sweep` makes the `sweep`, `diversa sweep` prints it.
"""
