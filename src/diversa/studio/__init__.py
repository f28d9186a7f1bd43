# SPDX-License-Identifier: Apache-2.0
"""Diversa Studio: collect, protect, look, publish, in the browser.

A web application on one machine for one person, or a server for a team. Everything it
decides and writes is what the command line decides and writes: `projects` and
`releases` hold the use cases that the pages (`pages/`) and REST (`rest/`) share.
It needs the extra `studio`; nothing else of Diversa imports this room but its command.
"""
