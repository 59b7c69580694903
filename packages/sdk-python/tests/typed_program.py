"""Is not run: mypy checks what a program may write, and that each ignored error is one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from decimal import Decimal

from rokad import AsyncRokad, Rokad, models


def pay(rokad: Rokad) -> str | None:
    order: models.CreatePayoutRequest = {
        "method": "upi",
        "beneficiary_name": "Asha Rao",
        "upi_id": "asha@okhdfc",
        "amount": Decimal("25.50"),
    }
    created = rokad.create_payout(order, idempotency_key="INV-1")
    # A payout without an idempotency key is not sent.
    rokad.create_payout(order)  # type: ignore[call-arg]
    # Rupees are no float.
    order["amount"] = 0.1 + 0.2  # type: ignore[arg-type]
    # No key may sign a person in.
    rokad.verify_otp()  # type: ignore[attr-defined]
    # A misspelt status finds nothing.
    rokad.each_payout(status="paid")  # type: ignore[arg-type]
    amount: int = created["data"]["amount"]["amount"]
    rokad.cancel_payout(created["data"]["id"], idempotency_key=f"cancel-{amount}")
    return rokad.wait_for_payout(created["data"]["id"])["utr_number"]


async def read(rokad: AsyncRokad) -> bytes:
    payouts: AsyncIterator[models.Payout] = rokad.each_payout(status="success")
    async for payout in payouts:
        print(payout["reference_id"], payout["amount"]["amount"])
    async for event in rokad.follow_events(after=0):
        print(event["type"])
    return await rokad.print_receipt("p-1")


def accounts(rokad: Rokad) -> Iterator[models.BankAccount]:
    return rokad.each_bank_account()
