import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readCredentials } from "../../kernel/credentials.ts";
import {
  WebhookRejectedError,
  type WebhookEvent,
  type VerifiedWebhook,
  type WebhookEndpoint,
  type WebhookRequest,
} from "../webhook-endpoint.ts";
import type { Chargeback } from "../virtual-accounts.ts";
import { readLostDispute, readRefund } from "./chargebacks.ts";
import { creditOf } from "./incoming-credits.ts";
import { readPayout, updateOf } from "./read-payout.ts";

const envelope = z.object({
  event: z.string().regex(/^[\w.]{1,80}$/),
  payload: z.record(z.string(), z.object({ entity: z.unknown() })),
});

/**
 * RazorpayX's webhooks. The age of an event does not matter: RazorpayX repeats events for 24 hours,
 * and updates are safe to repeat.
 */
export const razorpayxWebhook: WebhookEndpoint = { verify, read };

async function verify({ headers, rawBody }: WebhookRequest): Promise<VerifiedWebhook> {
  const { RAZORPAYX_WEBHOOK_SECRET: secrets } = await readCredentials("RAZORPAYX_WEBHOOK_SECRET");
  const signature = headers["x-razorpay-signature"];
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/i.test(signature)) {
    throw new WebhookRejectedError("It has no signature");
  }
  // Every secret is checked, so that the response time reveals nothing about them.
  const received = Buffer.from(signature, "hex");
  const matches = secretsIn(secrets).map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(rawBody).digest(), received),
  );
  if (!matches.includes(true)) throw new WebhookRejectedError("Its signature is not valid");
  const eventId = headers["x-razorpay-event-id"];
  if (typeof eventId !== "string" || !/^[\w-]{1,80}$/.test(eventId)) {
    throw new WebhookRejectedError("It has no event id");
  }
  return { eventId, kind: readEnvelope(rawBody).event };
}

/** The new secret and, during a rotation, the old one. */
function secretsIn(secrets: string): string[] {
  return secrets.split(",").filter((secret) => secret !== "");
}

function readEnvelope(rawBody: Buffer): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(rawBody.toString("utf8")));
  } catch {
    throw new WebhookRejectedError("Its body does not have the documented format");
  }
}

/** Parses by the entity, never by the event's name, because events arrive in any order. */
function read(rawBody: Buffer): readonly WebhookEvent[] {
  const { event, payload } = readEnvelope(rawBody);
  if (event.startsWith("payout.") && payload["payout"]) {
    const payout = readPayout(payload["payout"].entity);
    // A payout without our reference was created on the dashboard.
    if (!payout.reference_id) return [{ about: "other" }];
    return [{ about: "transfer", update: { ...updateOf(payout), reference: payout.reference_id } }];
  }
  if (event === "virtual_account.credited") {
    const credit = creditOf(payload["payment"]?.entity, {
      bankTransfer: payload["bank_transfer"]?.entity,
      virtualAccount: payload["virtual_account"]?.entity,
    });
    return [credit ? { about: "credit", credit } : { about: "other" }];
  }
  if (event === "refund.processed") return chargebackEvents(readRefund(payload["refund"]?.entity));
  if (event === "payment.dispute.lost") {
    return chargebackEvents(readLostDispute(payload["dispute"]?.entity));
  }
  return [{ about: "other" }];
}

function chargebackEvents(chargeback: Chargeback | undefined): readonly WebhookEvent[] {
  return [chargeback ? { about: "chargeback", chargeback } : { about: "other" }];
}
