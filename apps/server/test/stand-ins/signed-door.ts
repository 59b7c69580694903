import { createHmac, timingSafeEqual } from "node:crypto";
import { newId } from "../../src/ids.ts";
import type { Notice } from "../../src/providers/provider.ts";
import { WebhookRefusedError, type WebhookDoor } from "../../src/providers/webhook-door.ts";

const secret = "a secret that only this door knows";

/** A webhook door of the plainest kind: one JSON notice, an id and an HMAC over the bytes. */
export const signedDoor: WebhookDoor = {
  async verify({ headers, rawBody }) {
    const given = Buffer.from(String(headers["x-signature"] ?? ""), "hex");
    const right = createHmac("sha256", secret).update(rawBody).digest();
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      throw new WebhookRefusedError("Its signature is not right");
    }
    return { eventId: String(headers["x-event-id"]), kind: "payout.moved" };
  },
  read(rawBody) {
    const notice = JSON.parse(rawBody.toString("utf8")) as Notice & { nothing?: true };
    return notice.nothing ? [{ about: "other" }] : [{ about: "transfer", notice }];
  },
};

/** A call of that door, ready to be injected. */
export function signedCall(body: Notice | object | string, eventId: string = newId()) {
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
