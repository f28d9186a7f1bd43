# SPDX-License-Identifier: Apache-2.0
"""The steps of a project, without browser and network: questions and plain answers.

One module per step. Each function takes an open table (or a file) and the words of a
plan, works on counts, and answers with frozen dataclasses that pages draw and REST
serves as JSON.
"""
