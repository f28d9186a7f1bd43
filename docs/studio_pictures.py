# SPDX-License-Identifier: Apache-2.0
"""Take docs/images/studio-*.webp: pages of the studio with its demo, as they are.

Needs chromium and the package playwright: `python docs/studio_pictures.py`.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

IMAGES = Path(__file__).parent / "images"

SHOWN = {
    "privacy": ("measure", "What each attack would still find out"),
    "explore": ("explore", "How rows would read"),
    "person": ("person", "How sure of the person's condition"),
    "publish": ("publish", "Release 1"),
}
"""The pictures: the step, and the heading that is there when it is filled."""

AS_WEBP = """async png => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.85).split(',')[1];
}"""
"""A picture in a smaller format, by the browser itself."""


def take(page: Page, project: str) -> None:
    """Take every picture."""
    for name, (step, heading) in SHOWN.items():
        page.goto(f"{project}/{step}")
        page.get_by_role("heading", name=heading).wait_for()
        page.locator(".q-spinner").first.wait_for(state="detached")
        png = base64.b64encode(page.screenshot()).decode()
        webp = base64.b64decode(page.evaluate(AS_WEBP, png))
        (IMAGES / f"studio-{name}.webp").write_bytes(webp)
        sys.stdout.write(f"studio-{name}.webp\n")


def main() -> None:
    """Start a studio with its demo and look at it."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["studio", "--demo", "--no-browser", "--port", "9163"]
        command = [sys.executable, "-m", "diversa.cli.main", *words]
        process = subprocess.Popen(  # noqa: S603 - our own command
            [*command, "--folder", f"{folder}/studio"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            address = process.stdout.readline().split()[-1] if process.stdout else ""
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                page = browser.new_page(viewport={"width": 1280, "height": 860})
                page.set_default_timeout(60_000)
                page.goto(address)
                page.get_by_role("link", name="A made-up hospital").click()
                page.wait_for_url("**/data")
                take(page, page.url.rpartition("/")[0])
                browser.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
