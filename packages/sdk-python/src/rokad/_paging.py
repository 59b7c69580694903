from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Generic, TypeVar

from typing_extensions import TypedDict

from .generated.models import Pagination

T = TypeVar("T")
C = TypeVar("C", str, int)


class CursorPage(TypedDict, Generic[T, C]):
    """A page of a list that goes on from a cursor."""

    data: list[T]
    next: C | None


class NumberedPage(TypedDict, Generic[T]):
    data: list[T]
    pagination: Pagination


def by_cursor(read: Callable[[C | None], CursorPage[T, C]]) -> Iterator[T]:
    """Every item of a list by cursor: none is missed or repeated while the list changes."""
    cursor: C | None = None
    while True:
        page = read(cursor)
        yield from page["data"]
        cursor = page["next"]
        if cursor is None:
            return


async def by_cursor_async(
    read: Callable[[C | None], Awaitable[CursorPage[T, C]]],
) -> AsyncIterator[T]:
    cursor: C | None = None
    while True:
        page = await read(cursor)
        for item in page["data"]:
            yield item
        cursor = page["next"]
        if cursor is None:
            return


def by_page(read: Callable[[int], NumberedPage[T]], id_of: Callable[[T], str]) -> Iterator[T]:
    """Every item of a list with numbered pages, newest first.

    An item that is added meanwhile moves the others to later pages, so items that were on the page
    before are left out.
    """
    seen: set[str] = set()
    number = 1
    while True:
        page = read(number)
        yield from _unseen(page["data"], id_of, seen)
        if not page["pagination"]["has_next"]:
            return
        number += 1


async def by_page_async(
    read: Callable[[int], Awaitable[NumberedPage[T]]], id_of: Callable[[T], str]
) -> AsyncIterator[T]:
    seen: set[str] = set()
    number = 1
    while True:
        page = await read(number)
        for item in _unseen(page["data"], id_of, seen):
            yield item
        if not page["pagination"]["has_next"]:
            return
        number += 1


def _unseen(items: list[T], id_of: Callable[[T], str], seen: set[str]) -> list[T]:
    new = [item for item in items if id_of(item) not in seen]
    seen.update(id_of(item) for item in new)
    return new
