from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest
from programs import Answer, MakeProgram, Program


@pytest.fixture(params=["sync", "async"])
def program_with(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> MakeProgram:
    """Makes a client that skips its pauses and records them."""
    programs: list[Program] = []

    def make(answers: Sequence[Answer], **options: Any) -> Program:
        program = Program(is_async=request.param == "async", answers=answers, **options)
        programs.append(program)
        return program

    def pause(seconds: float) -> None:
        programs[-1].pauses.append(seconds)

    async def pause_async(seconds: float) -> None:
        pause(seconds)

    now = time.monotonic()
    monkeypatch.setattr("rokad._client.time.sleep", pause)
    monkeypatch.setattr("rokad._async_client.asyncio.sleep", pause_async)
    for module in ("rokad._client", "rokad._async_client"):
        monkeypatch.setattr(f"{module}.monotonic", lambda: now + sum(programs[-1].pauses))
    return make
