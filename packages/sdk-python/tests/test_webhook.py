from __future__ import annotations

import base64
import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook

from rokad import WebhookError, sign_webhook, verify_webhook

secret = "whsec_" + base64.b64encode(b"a secret of thirty-two bytes now").decode()
other = "whsec_" + base64.b64encode(b"b secret of thirty-two bytes now").decode()
id = "0b9f6a52-7c1e-4d7a-9b57-1f2f6c0a4e21"
event = {"id": id, "type": "payout.success", "client_reference": "चालान-118", "version": 7}
body = json.dumps(event, ensure_ascii=False)


def seconds_ago(seconds: float) -> datetime:
    return datetime.now(timezone.utc) - timedelta(seconds=seconds)


def signed(**change: Any) -> dict[str, str]:
    return sign_webhook(**{"body": body, "id": id, "secret": secret, **change})


def test_accepts_what_it_signs_as_the_official_library_does() -> None:
    headers = signed()
    assert verify_webhook(body, headers=headers, secret=secret) == event
    assert Webhook(secret).verify(body, headers) == event


def test_accepts_what_the_official_library_signs_as_text_and_bytes() -> None:
    at = datetime.now(timezone.utc)
    headers = {
        "Webhook-Id": id,
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": Webhook(secret).sign(id, at, body),
    }
    assert verify_webhook(body, headers=headers, secret=secret) == event
    assert verify_webhook(body.encode(), headers=headers, secret=secret) == event
    assert signed(at=at) == {name.lower(): value for name, value in headers.items()}


def test_accepts_either_secret_while_one_replaces_the_other_and_either_signature() -> None:
    headers = signed()
    assert verify_webhook(body, headers=headers, secret=[other, secret]) == event
    both = [signed(secret=other)["webhook-signature"], headers["webhook-signature"]]
    with_both = {**headers, "webhook-signature": " ".join(["v1a,bm90IG91cnM=", *both])}
    assert verify_webhook(body, headers=with_both, secret=secret) == event


def now() -> str:
    return signed()["webhook-timestamp"]


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("HEADER_MISSING", {"headers": {"webhook-id": id}}),
        ("TIMESTAMP_MALFORMED", {"headers": {**signed(), "webhook-timestamp": "2026-11-20"}}),
        ("TIMESTAMP_MALFORMED", {"headers": {**signed(), "webhook-timestamp": "१७६४३२"}}),
        ("TIMESTAMP_TOO_OLD", {"headers": signed(at=seconds_ago(302))}),
        ("TIMESTAMP_TOO_NEW", {"headers": signed(at=seconds_ago(-400))}),
        ("NO_SIGNATURE_MATCHES", {"headers": signed(secret=other)}),
        (
            "NO_SIGNATURE_MATCHES",
            {
                "headers": {
                    **signed(at=seconds_ago(9)),
                    "webhook-timestamp": signed()["webhook-timestamp"],
                }
            },
        ),
        ("NO_SIGNATURE_MATCHES", {"body": body + " "}),
        ("NO_SIGNATURE_MATCHES", {"headers": {**signed(), "webhook-signature": "v1a,AAAA v1,*"}}),
        ("BODY_MALFORMED", {"body": event}),
        ("BODY_MALFORMED", {"body": "no JSON", "headers": signed(body="no JSON")}),
        ("BODY_MALFORMED", {"body": b"\xff", "headers": signed(body=b"\xff")}),
        ("SECRET_MALFORMED", {"secret": secret[6:]}),
        ("SECRET_MALFORMED", {"secret": secret[:20]}),
        ("SECRET_MALFORMED", {"secret": "whsec_…"}),
    ],
)
def test_says_why_it_refuses(code: str, change: dict[str, Any]) -> None:
    webhook = {"body": body, "headers": signed(), "secret": secret, **change}
    with pytest.raises(WebhookError, match=code) as caught:
        verify_webhook(**webhook)
    assert caught.value.code == code


def test_just_within_the_tolerance_is_accepted_and_another_tolerance_is_kept() -> None:
    headers = signed(at=seconds_ago(295))
    assert verify_webhook(body, headers=headers, secret=secret) == event
    with pytest.raises(WebhookError, match="TIMESTAMP_TOO_OLD"):
        verify_webhook(body, headers=headers, secret=secret, tolerance_seconds=60)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        signed(at=datetime(2026, 11, 20))
