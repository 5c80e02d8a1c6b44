"""Recorded matches for viewing, as text and as a page."""

from __future__ import annotations

import html
import json
import os
from pathlib import Path
from typing import Any

from ._native import match_page


class Replay:
    """A recorded match. A notebook shows it as the self-contained page of `ergo replay --html`.

    `text` is the match turn by turn, `html` is the page.

    Raises:
        ErgoError: The line is not a transcript of a known game.
    """

    def __init__(self, line: dict[str, Any]):
        self.line = line
        self.html, self.text = match_page(json.dumps(line))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Replay(match {self.line['match']}: {' v '.join(self.line['seats'])})"

    def _repr_html_(self) -> str:
        # In a frame, to separate its style and script from those of the notebook.
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="640" style="border: 0" sandbox="allow-scripts"></iframe>'
