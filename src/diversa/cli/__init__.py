# SPDX-License-Identifier: Apache-2.0
"""The command line: one command per file, imported when it is used.

A command reads its options, calls one front function and draws or prints what comes
back. Nothing is decided here.
"""
