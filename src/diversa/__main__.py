# SPDX-License-Identifier: Apache-2.0
"""`python -m diversa`: the same program as `diversa`."""

from __future__ import annotations

from diversa.cli.start import main

if __name__ == "__main__":
    main()
