from __future__ import annotations

import random
import re
from dataclasses import dataclass
from ipaddress import ip_address

import httpx

from ._error import RokadError
from ._request import Request


@dataclass(frozen=True)
class RepeatOptions:
    attempts: int
    wait_seconds_max: float

    def pause_before_repeat(
        self, request: Request, error: RokadError, attempt: int
    ) -> float | None:
        """How long to wait before the next attempt; None if there is none.

        `Retry-After` is a minimum. A long one is not waited for: the error names it.
        """
        seconds = max(error.retry_after_seconds or 0.0, _back_off_seconds(attempt))
        is_last = attempt >= self.attempts or seconds > self.wait_seconds_max
        return None if is_last or not request.is_safe_to_repeat(error) else seconds


def _back_off_seconds(attempt: int) -> float:
    """0.5 s, 1 s, 2 s … up to 8 s; the half of each is random, so that many programs spread."""
    seconds: float = min(8.0, 2.0 ** (attempt - 2))
    return seconds * (0.5 + random.random() / 2)


def authorization_of(api_key: str) -> dict[str, str]:
    if re.fullmatch(r"rk_(test|live)_[A-Za-z0-9]+", api_key) is None:
        raise ValueError("api_key must be the secret of an API key: rk_test_… or rk_live_…")
    return {"Authorization": f"Bearer {api_key}"}


def api_address_of(url: str, *, allows_plain_http: bool) -> str:
    """The address of the calls. Raises ValueError for one that can't work or would show the key."""
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL:
        address = httpx.URL("")
    if address.scheme not in ("https", "http") or not address.host:
        raise ValueError(
            "url must be the address of the installation, such as https://pay.example.in"
        )
    if address.scheme == "http" and not _is_local(address.host) and not allows_plain_http:
        raise ValueError("url must start with https://: over plain HTTP, others can read the key")
    path = address.path.rstrip("/")
    return str(address.copy_with(path=f"{path}/api/v1", query=None, fragment=None))


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
