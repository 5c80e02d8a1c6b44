"""A recorded match to look at: in words, and as a page that draws it."""

from __future__ import annotations

import html
import json
import os
from pathlib import Path
from typing import Any

from ._native import match_page


class Replay:
    """One match. In a notebook it shows itself as the page of `ergo replay --html`, which asks for nothing outside itself.

    `text` tells it turn by turn, `html` is the page.
    """

    def __init__(self, line: dict[str, Any]):
        self.line = line
        self.html, self.text = match_page(json.dumps(line))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page into a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Replay(match {self.line['match']}: {' v '.join(self.line['seats'])})"

    def _repr_html_(self) -> str:
        # In a frame of its own: its style and its script are not those of the notebook.
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="640" style="border: 0" sandbox="allow-scripts"></iframe>'
