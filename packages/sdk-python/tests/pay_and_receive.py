"""Is run by apps/server/test/python-guide.test.ts: pays, and receives the webhook of the payout."""

from __future__ import annotations

import asyncio
import os
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

from rokad import AsyncRokad, models, verify_webhook

secrets: list[str] = []
events: list[models.Event] = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        events.append(verify_webhook(body, headers=self.headers, secret=secrets))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


async def main() -> None:
    receiver = HTTPServer(("127.0.0.1", 0), Receiver)
    receiver.timeout = 60
    url = f"http://127.0.0.1:{receiver.server_port}"
    async with AsyncRokad(
        url=os.environ["ROKAD_URL"], api_key=os.environ["ROKAD_API_KEY"]
    ) as rokad:
        endpoint = await rokad.create_webhook_endpoint(
            {"url": url, "description": "ERP", "types": ["payout.success"]}
        )
        secrets.append(endpoint["data"]["secret"])
        created = await rokad.create_payout(
            {
                "method": "upi",
                "beneficiary_name": "Asha Rao",
                "upi_id": "asha@okhdfc",
                "amount": Decimal("41.07"),
                "client_reference": "INV-120",
            },
            idempotency_key="INV-120",
        )
        payout = created["data"]
        await asyncio.to_thread(receiver.handle_request)
        csv = await rokad.export_payouts(status="success")
        pdf = await rokad.print_receipt(payout["id"])
    print(payout["amount"]["amount"], events[0]["type"], events[0]["client_reference"])
    print("Asha Rao" in csv, pdf[:4])


asyncio.run(main())
