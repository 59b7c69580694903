"""Webhooks by the Standard Webhooks specification."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, Protocol, TypeAlias, cast

from .generated.models import Event

WebhookErrorCode: TypeAlias = Literal[
    "HEADER_MISSING",
    "TIMESTAMP_MALFORMED",
    "TIMESTAMP_TOO_OLD",
    "TIMESTAMP_TOO_NEW",
    "NO_SIGNATURE_MATCHES",
    "SECRET_MALFORMED",
    "BODY_MALFORMED",
]


class WebhookHeaders(Protocol):
    """Headers of any framework: a dict, or what `http.server`, Flask, Django and Starlette have."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookError(Exception):
    """Why a webhook is not accepted. Answer 401, and fix what the message says if Rokad sent it."""

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code: WebhookErrorCode = code
        self.message = message


def verify_webhook(
    body: str | bytes,
    *,
    headers: WebhookHeaders,
    secret: str | Sequence[str],
    tolerance_seconds: float = 300,
) -> Event:
    """Checks that Rokad sent exactly these bytes just now. Raises WebhookError.

    The event can come twice: handle each `id` once.

    body: the bytes as they came; a parsed and written body is not what was signed.
    headers: of the request, in any case of letters.
    secret: the endpoint's secret, `whsec_…`; both of them while one replaces the other.
    tolerance_seconds: how far the timestamp may differ from this machine's clock.
    """
    if not isinstance(body, (str, bytes)):
        raise WebhookError("BODY_MALFORMED", "Pass the bytes as they came, not a parsed body")
    content = body.encode() if isinstance(body, str) else body
    keys = [_decode_secret(text) for text in ([secret] if isinstance(secret, str) else secret)]
    id = _header_of(headers, "webhook-id")
    timestamp = _header_of(headers, "webhook-timestamp")
    signatures = _signatures_in(_header_of(headers, "webhook-signature"))
    _check_timestamp(timestamp, tolerance_seconds)
    expected = [_signature_of(key, id, timestamp, content) for key in keys]
    matches = [hmac.compare_digest(mine, theirs) for mine in expected for theirs in signatures]
    if not any(matches):
        raise WebhookError(
            "NO_SIGNATURE_MATCHES",
            "The secret is another endpoint's, or the body was changed on its way",
        )
    try:
        return cast(Event, json.loads(content))
    except ValueError:
        raise WebhookError("BODY_MALFORMED", "The signed body is not JSON") from None


def sign_webhook(
    body: str | bytes, *, id: str, secret: str, at: datetime | None = None
) -> dict[str, str]:
    """The headers of a signed webhook, to test a receiver.

    at: the time of the signature, with a time zone; default: now.
    """
    if at is not None and at.tzinfo is None:
        raise ValueError("at must have a time zone")
    timestamp = str(int(time.time() if at is None else at.timestamp()))
    content = body.encode() if isinstance(body, str) else body
    signature = _signature_of(_decode_secret(secret), id, timestamp, content)
    return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }


def _signature_of(key: bytes, id: str, timestamp: str, content: bytes) -> bytes:
    return hmac.digest(key, f"{id}.{timestamp}.".encode() + content, "sha256")


def _decode_secret(secret: str) -> bytes:
    key = _decode_base64(secret[6:]) if secret.startswith("whsec_") else None
    if key is None or not 24 <= len(key) <= 64:
        raise WebhookError(
            "SECRET_MALFORMED",
            "A secret is whsec_ and 24 to 64 bytes in base64; copy it again, complete",
        )
    return key


def _decode_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _header_of(headers: WebhookHeaders, name: str) -> str:
    value = next((value for key, value in headers.items() if key.lower() == name), None)
    if not value:
        raise WebhookError("HEADER_MISSING", f"The header {name} is missing")
    return value


def _signatures_in(header: str) -> list[bytes]:
    """The signatures of version 1; others may stand beside them."""
    texts = [part[3:] for part in header.split(" ") if part.startswith("v1,")]
    return [signature for text in texts if (signature := _decode_base64(text)) is not None]


def _check_timestamp(timestamp: str, tolerance_seconds: float) -> None:
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookError("TIMESTAMP_MALFORMED", "webhook-timestamp is not a time in seconds")
    age = time.time() - int(timestamp)
    if age > tolerance_seconds:
        raise WebhookError(
            "TIMESTAMP_TOO_OLD",
            f"It was signed {age:.0f} s ago: it is repeated, or this machine's clock is fast",
        )
    if -age > tolerance_seconds:
        raise WebhookError(
            "TIMESTAMP_TOO_NEW",
            f"It was signed {-age:.0f} s in the future: this machine's clock is slow",
        )
