import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readCredentials } from "../../credentials/credentials.ts";
import {
  WebhookRefusedError,
  type Happening,
  type VerifiedWebhook,
  type WebhookDoor,
  type WebhookRequest,
} from "../webhook-door.ts";
import { creditOf } from "./incoming-credits.ts";
import { readPayout, reportOf } from "./what-comes-back.ts";

const envelope = z.object({
  event: z.string().regex(/^[\w.]{1,80}$/),
  payload: z.record(z.string(), z.object({ entity: z.unknown() })),
});

/**
 * RazorpayX's webhooks. How old an event is does not count: RazorpayX repeats one for 24 hours,
 * and what a repeat may do is held down where reports are recorded.
 */
export const razorpayxWebhook: WebhookDoor = { verify, read };

async function verify({ headers, rawBody }: WebhookRequest): Promise<VerifiedWebhook> {
  const { RAZORPAYX_WEBHOOK_SECRET: secrets } = await readCredentials("RAZORPAYX_WEBHOOK_SECRET");
  const signature = headers["x-razorpay-signature"];
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/i.test(signature)) {
    throw new WebhookRefusedError("It has no signature");
  }
  // Both the new and the old secret are tried in full, so that the time tells neither.
  const given = Buffer.from(signature, "hex");
  const matches = secretsIn(secrets).map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(rawBody).digest(), given),
  );
  if (!matches.includes(true)) throw new WebhookRefusedError("Its signature is not right");
  const eventId = headers["x-razorpay-event-id"];
  if (typeof eventId !== "string" || !/^[\w-]{1,80}$/.test(eventId)) {
    throw new WebhookRefusedError("It has no event id");
  }
  return { eventId, kind: readEnvelope(rawBody).event };
}

/** The new one, and while events signed with it are still repeated, the old one. */
function secretsIn(secrets: string): string[] {
  return secrets.split(",").filter((secret) => secret !== "");
}

function readEnvelope(rawBody: Buffer): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(rawBody.toString("utf8")));
  } catch {
    throw new WebhookRefusedError("Its body is not as RazorpayX documents it");
  }
}

/** By what the entity says of itself, never by the event's name: events arrive in any order. */
function read(rawBody: Buffer): readonly Happening[] {
  const { event, payload } = readEnvelope(rawBody);
  if (event.startsWith("payout.") && payload["payout"]) {
    const told = readPayout(payload["payout"].entity);
    // Without a reference it was made on the dashboard.
    if (!told.reference_id) return [{ about: "other" }];
    return [{ about: "transfer", notice: { ...reportOf(told), reference: told.reference_id } }];
  }
  if (event === "virtual_account.credited") {
    const credit = creditOf(payload["payment"]?.entity, payload["bank_transfer"]?.entity);
    return [credit ? { about: "credit", credit } : { about: "other" }];
  }
  return [{ about: "other" }];
}
