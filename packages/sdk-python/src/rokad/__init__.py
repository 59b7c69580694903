"""Rokad's API for programs: payouts, wallet, beneficiaries, events and webhooks."""

from ._async_client import AsyncRokad
from ._client import Rokad
from ._error import RokadError, RokadErrorCode
from ._webhook import WebhookError, WebhookErrorCode, WebhookHeaders, sign_webhook, verify_webhook
from .generated import models

__all__ = [
    "AsyncRokad",
    "Rokad",
    "RokadError",
    "RokadErrorCode",
    "WebhookError",
    "WebhookErrorCode",
    "WebhookHeaders",
    "models",
    "sign_webhook",
    "verify_webhook",
]
