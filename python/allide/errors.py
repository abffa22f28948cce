"""What can go wrong: every exception that allide raises on purpose is an :class:`Error`."""

from __future__ import annotations

__all__ = [
    "Cancelled",
    "DtypeError",
    "EngineError",
    "Error",
    "FileError",
    "ForkError",
    "GpuError",
    "MeshError",
    "ObjectError",
    "PoseError",
    "QuestionError",
]


class Error(Exception):
    """The base of all. The message names the thing, the number and the limit; the attributes have them for programs.

    >>> import allide
    >>> try:
    ...     allide.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 3]])
    ... except allide.Error as error:
    ...     print(error, "|", error.place, error.number, error.limit)
    triangle 0 uses vertex 3, but there are 3 | triangle 0 3 3
    """

    #: Where: ``triangle 17``, ``line 4``; None if there is no such place.
    place: str | None
    #: The number that is wrong, if it is a number.
    number: float | None
    #: What the number may be at most, or has to be.
    limit: float | None

    def __init__(
        self, message: str, *, place: str | None = None, number: float | None = None, limit: float | None = None
    ) -> None:
        super().__init__(message)
        self.place, self.number, self.limit = place, number, limit

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword arguments survive on the way from one process to another.
        return (type(self), self.args, {"place": self.place, "number": self.number, "limit": self.limit})


class MeshError(Error, ValueError):
    """Arrays that are no mesh."""


class DtypeError(MeshError, TypeError):
    """An array of numbers that could not be taken without changing them."""


class PoseError(Error, ValueError):
    """A matrix that is no pose, or one that moves a vertex beyond the largest number."""


class QuestionError(Error, ValueError):
    """A question that makes no sense, or that the method cannot answer."""


class ObjectError(Error, LookupError):
    """An object that the scene does not have."""


class FileError(Error, ValueError):
    """A file that cannot be read or written."""


class EngineError(Error, RuntimeError):
    """An engine that cannot answer."""


class GpuError(EngineError):
    """A GPU that was required and cannot answer."""


class ForkError(EngineError):
    """Something of the parent process that does not survive a fork."""


class Cancelled(Error):  # noqa: N818
    """The run was cancelled by its :class:`allide.Watch`."""
