"""A bar, if tqdm is there to draw it."""

from __future__ import annotations

from typing import Protocol


class Told(Protocol):
    """Who is told about progress."""

    def __call__(self, fraction: float, stage: str) -> None:
        """The finished part, from 0 to 1, and what is being done."""


def bar() -> Told | None:
    """A bar of tqdm; None if tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    drawn = tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}", leave=False)

    def tell(fraction: float, stage: str) -> None:
        drawn.set_description(stage, refresh=False)
        drawn.n = int(100 * fraction)
        drawn.refresh()
        if stage == "done":
            drawn.close()

    return tell
