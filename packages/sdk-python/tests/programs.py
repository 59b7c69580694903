"""Clients whose requests get prepared answers, and which record what they send."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import islice
from typing import Any

import httpx

from rokad import AsyncRokad, Rokad

Answer = httpx.Response | Exception


class Program:
    """A client, sync or async, with a clock that only its pauses move."""

    def __init__(self, *, is_async: bool, answers: Sequence[Answer], **options: Any) -> None:
        self.is_async = is_async
        self.answers = answers
        self.sent: list[httpx.Request] = []
        self.pauses: list[float] = []
        self.options = {
            "url": "https://pay.example.in",
            "api_key": "rk_test_0123456789",
            "transport": httpx.MockTransport(self._answer),
            **options,
        }

    def call(self, name: str, *args: Any, **named: Any) -> Any:
        """The result of a method."""
        if not self.is_async:
            with Rokad(**self.options) as rokad:
                return getattr(rokad, name)(*args, **named)

        async def run() -> Any:
            async with AsyncRokad(**self.options) as rokad:
                return await getattr(rokad, name)(*args, **named)

        return asyncio.run(run())

    def items(self, name: str, *args: Any, count: int = 100, **named: Any) -> list[Any]:
        """The first items of an iterator."""
        if not self.is_async:
            with Rokad(**self.options) as rokad:
                return list(islice(getattr(rokad, name)(*args, **named), count))

        async def run() -> list[Any]:
            async with AsyncRokad(**self.options) as rokad:
                return await _first(getattr(rokad, name)(*args, **named), count)

        return asyncio.run(run())

    def _answer(self, request: httpx.Request) -> httpx.Response:
        answer = self.answers[min(len(self.sent), len(self.answers) - 1)]
        self.sent.append(request)
        if isinstance(answer, Exception):
            raise answer
        # An answer can be read once; the last one is repeated.
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


async def _first(items: AsyncIterator[Any], count: int) -> list[Any]:
    found: list[Any] = []
    async for item in items:
        found.append(item)
        if len(found) == count:
            break
    return found


MakeProgram = Callable[..., Program]


def failure(status: int, code: str, **headers: str) -> httpx.Response:
    error = {"code": code, "message": "A sentence.", "request_id": "r-1", "fields": {"id": "p-1"}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"success": False, "error": error}, headers=named)


def success(**data: Any) -> httpx.Response:
    return httpx.Response(200, json={"success": True, **data})


def parameters_of(method: Callable[..., object | Awaitable[object]]) -> list[str]:
    return [str(one) for one in inspect.signature(method).parameters.values()]
