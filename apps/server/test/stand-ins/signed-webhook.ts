import { createHmac, timingSafeEqual } from "node:crypto";
import { newId } from "../../src/kernel/ids.ts";
import type { TransferUpdate } from "../../src/providers/transfer.ts";
import {
  WebhookRejectedError,
  type WebhookEndpoint,
} from "../../src/providers/webhook-endpoint.ts";

const secret = "a secret that only this endpoint knows";

/** The simplest webhook endpoint: one update as JSON, an event id and an HMAC over the bytes. */
export const signedWebhook: WebhookEndpoint = {
  async verify({ headers, rawBody }) {
    const received = Buffer.from(String(headers["x-signature"] ?? ""), "hex");
    const expected = createHmac("sha256", secret).update(rawBody).digest();
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
      throw new WebhookRejectedError("Its signature is not valid");
    }
    return { eventId: String(headers["x-event-id"]), kind: "payout.moved" };
  },
  read(rawBody) {
    const update = JSON.parse(rawBody.toString("utf8")) as TransferUpdate & { nothing?: true };
    return update.nothing ? [{ about: "other" }] : [{ about: "transfer", update }];
  },
};

/** A signed call of that endpoint, ready to be injected. */
export function signedCall(body: TransferUpdate | object | string, eventId: string = newId()) {
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method: "POST" as const,
    url: "/api/v1/webhooks/signed",
    headers: {
      "content-type": "application/json",
      "x-event-id": eventId,
      "x-signature": createHmac("sha256", secret).update(payload).digest("hex"),
    },
    payload,
  };
}
