from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

import httpx

from .generated.error_codes import ErrorCode

RokadErrorCode: TypeAlias = (
    ErrorCode | Literal["NO_ANSWER", "UNREADABLE_ANSWER", "REDIRECTED"] | str
)
"""A code of the server, or what happened to a request that got no answer of the server's.

`NO_ANSWER`: the connection failed or timed out; the request may or may not have arrived.
`UNREADABLE_ANSWER`: something between you and Rokad answered, such as a proxy.
`REDIRECTED`: the address redirects; the SDK sends no key to another one.
Later versions of the server may add codes.
"""


class RokadError(Exception):
    """Every failed call raises one."""

    code: RokadErrorCode
    message: str
    status: int | None
    """The HTTP status; None without an answer."""
    request_id: str | None
    """Of the answer: name it to support."""
    fields: Mapping[str, str]
    """The first message of each invalid field, and ids that an error points to."""
    retry_after_seconds: float | None
    """How long the server asks to wait."""

    def __init__(
        self,
        code: RokadErrorCode,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        fields: Mapping[str, str] | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.fields = fields or {}
        self.retry_after_seconds = retry_after_seconds

    @property
    def is_retryable(self) -> bool:
        """Whether the same request with the same `Idempotency-Key` can succeed later.

        No answer, 429 and 5xx pass; every other answer stays the same.
        """
        return self.status is None or self.status == 429 or self.status >= 500

    @property
    def documentation(self) -> str:
        """The page that says what each code means and who acts; it comes with this package."""
        return str(Path(__file__).with_name("errors.md"))


def error_of(response: httpx.Response) -> RokadError:
    """The error in an answer that is no success."""
    status = response.status_code
    retry_after = _retry_after_of(response.headers)
    if 300 <= status < 400:
        location = response.headers.get("location", "another address")
        return RokadError(
            "REDIRECTED",
            f"Use {location} as url",
            status=status,
            retry_after_seconds=retry_after,
        )
    error = _parse_error(response.content)
    if error is None:
        content_type = response.headers.get("content-type", "no content type")
        return RokadError(
            "UNREADABLE_ANSWER",
            f"The answer is not Rokad's: HTTP {status}, {content_type}",
            status=status,
            retry_after_seconds=retry_after,
        )
    return RokadError(
        error["code"],
        error["message"],
        status=status,
        request_id=error.get("request_id") or response.headers.get("x-request-id"),
        fields=error.get("fields"),
        retry_after_seconds=retry_after,
    )


def _parse_error(content: bytes) -> dict[str, Any] | None:
    try:
        body = json.loads(content)
    except ValueError:
        return None
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return None
    is_complete = isinstance(error.get("code"), str) and isinstance(error.get("message"), str)
    return error if is_complete else None


def _retry_after_of(headers: httpx.Headers) -> float | None:
    """`Retry-After` in seconds: a number, or the time until its date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
