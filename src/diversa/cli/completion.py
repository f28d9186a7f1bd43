# SPDX-License-Identifier: Apache-2.0
"""The command `diversa completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.printing import print_json

SHELLS = ("bash", "zsh", "fish")
"""The shells whose completion is known."""

VARIABLE = "_DIVERSA_COMPLETE"
"""The environment variable by which a shell asks for completions."""


@command(click.argument("shell", metavar="|".join(SHELLS), type=click.Choice(SHELLS)))
def completion(*, shell: str) -> int:
    """Print the script by which a shell completes commands, options and files.

    The line for your shell goes into its start-up file: config.fish, ~/.bashrc or
    ~/.zshrc.

    Examples:
      diversa completion fish | source
      eval "$(diversa completion bash)"
      eval "$(diversa completion zsh)"
    """
    if asks_for_json():
        print_json({"shell": shell, "script": script(shell)})
    else:
        click.echo(script(shell), nl=False)
    return HOLDS


def script(shell: str) -> str:
    """The script of a shell."""
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"there is no completion for {shell}")
    asked = made(click.Command("diversa"), {}, "diversa", VARIABLE)
    # Not `source()`: it starts a bash to look at its version.
    return asked.source_template % asked.source_vars()
