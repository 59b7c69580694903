from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, TypeAlias
from urllib.parse import quote

import httpx

from ._error import RokadError, error_of

QueryValue: TypeAlias = str | int | bool | date | datetime

_FILES = ("text/csv", "text/xml", "application/pdf")


@dataclass(frozen=True)
class Request:
    """A request as it is sent at each attempt: the same bytes, the same key."""

    method: str
    path: str
    query: Mapping[str, str]
    content: bytes | None
    idempotency_key: str | None

    @property
    def headers(self) -> dict[str, str]:
        headers = {}
        if self.content is not None:
            headers["Content-Type"] = "application/json"
        if self.idempotency_key is not None:
            headers["Idempotency-Key"] = self.idempotency_key
        return headers

    def is_safe_to_repeat(self, error: RokadError) -> bool:
        """Whether a repeat can help and can't do anything twice.

        A read changes nothing, and an idempotency key makes the server answer a repeat from its
        record. Without a key, only 429 says that nothing has happened.
        """
        if not error.is_retryable:
            return False
        return self.method == "GET" or self.idempotency_key is not None or error.status == 429


def request_of(
    method: str,
    path: str,
    *,
    query: Mapping[str, QueryValue | None] | None = None,
    body: object = None,
    idempotency_key: str | None = None,
) -> Request:
    """A request; parameters that are None are left out."""
    chosen = {name: value for name, value in (query or {}).items() if value is not None}
    return Request(
        method=method,
        path=path,
        query={name: _query_text(value) for name, value in chosen.items()},
        content=None if body is None else write_json(body),
        idempotency_key=idempotency_key,
    )


def segment(value: str | int) -> str:
    """A part of a path; an id with `/` must not reach another call."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError("An id in a path must not be empty")
    return quote(text, safe="")


def write_json(body: object) -> bytes:
    """The JSON of a body.

    A `Decimal` is written with the same digits. A float raises: 0.1 + 0.2 rupees is no amount.
    """
    return json.dumps(_exact(body), ensure_ascii=False, separators=(",", ":")).encode()


def _exact(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _exact(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exact(inner) for inner in value]
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a float. Use paise as int, or Decimal")
    if isinstance(value, Decimal):
        return _exact_number(value)
    return value


def _exact_number(value: Decimal) -> int | float:
    """A number that json writes with the digits of a decimal: a float prints its shortest text."""
    if value == value.to_integral_value():
        return int(value)
    number = float(value)
    if Decimal(repr(number)) != value:
        raise ValueError(f"{value} has too many digits")
    return number


def read_json(response: httpx.Response) -> Any:
    """The body of a success, with decimals as `Decimal`.

    Raises RokadError for everything else: a proxy's page with status 200 is no success.
    """
    if not response.is_success:
        raise error_of(response)
    try:
        answer = json.loads(response.content, parse_float=Decimal, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise error_of(response) from None
    if not isinstance(answer, dict):
        raise error_of(response)
    return answer


def read_file(response: httpx.Response) -> httpx.Response:
    """The answer, if it is a file."""
    content_type = response.headers.get("content-type", "").split(";")[0].strip()
    if not response.is_success or content_type not in _FILES:
        raise error_of(response)
    return response


def no_answer(cause: httpx.HTTPError, timeout_seconds: float) -> RokadError:
    """The error for an attempt that got no whole answer."""
    if isinstance(cause, httpx.TimeoutException):
        return RokadError("NO_ANSWER", f"No answer within {timeout_seconds:g} s")
    return RokadError("NO_ANSWER", "The connection failed")


def _query_text(value: QueryValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A time must have a time zone")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")
