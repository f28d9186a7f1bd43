# SPDX-License-Identifier: Apache-2.0
"""Rehearsals: attacks on the release of a third of the people, beside a control."""
