"""Reports in notebooks."""

from __future__ import annotations

import html
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._allide import Report

#: The most rows of a table.
_ROWS = 20


def table(report: Report) -> str:
    """The worst pairs as a table in HTML; columns without anything are left out."""
    titles, rows = report._told(_ROWS)
    told = [k for k in range(len(titles)) if k < 3 or any(row[k] != "-" for row in rows)]

    def line(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cells[k])}</{tag}>" for k in told) + "</tr>"

    head, body = line(titles, "th"), "".join(line(row, "td") for row in rows)
    count = len(report) + len(report.sets)
    rest = f"<p>... and {count - len(rows)} more</p>" if count > len(rows) else ""
    caption = html.escape(repr(report))
    return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{body}</tbody></table>{rest}"


def is_notebook() -> bool:
    """Whether this is a cell of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


def frame(page: str, height: int) -> str:
    """A page inside of another."""
    style = f"width: 100%; height: {height}px; border: 0"
    return f'<iframe srcdoc="{html.escape(page)}" style="{style}" sandbox="allow-scripts allow-downloads"></iframe>'


def show(report: Report, height: int) -> Any:
    """The page as an object that a notebook shows; elsewhere it is opened in a browser, and its path returned."""
    page = report.to_html()
    if is_notebook():
        from IPython.display import HTML

        return HTML(frame(page, height))
    path = Path(tempfile.mkdtemp(prefix="allide-")) / "report.html"
    path.write_text(page, encoding="utf-8")
    webbrowser.open(path.as_uri())
    return path
