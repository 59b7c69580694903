import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { now } from "../../clock.ts";
import {
  missingCredentials,
  MissingCredentialError,
  readCredentials,
} from "../../credentials/credentials.ts";
import {
  WebhookRefusedError,
  type Happening,
  type VerifiedWebhook,
  type WebhookRequest,
} from "../webhook-door.ts";
import { paymentGateway, payouts, secretsIn } from "./ask-cashfree.ts";
import { readCredit, vbaTransferOf } from "./read-credit.ts";
import { readToldTransfer } from "./read-transfer.ts";

/**
 * Retried events may carry the time of their first try, and a disabled webhook can be resent by
 * hand days later, so much is believed: a repeat does nothing, whenever it comes.
 */
const ageMsMax = 30 * 24 * 60 * 60_000;
const aheadMsMax = 60 * 60_000;

/**
 * Base64 of HMAC-SHA256 over the time and the raw body, with the client secret of the product
 * that sends: Payouts, or the Payment Gateway for money that arrived.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const timestamp = headerOf(request, "x-webhook-timestamp");
  const signature = headerOf(request, "x-webhook-signature");
  if (!timestamp || !signature) {
    throw new WebhookRefusedError(
      "It has no x-webhook-timestamp or no x-webhook-signature; in Cashfree's dashboard the webhook must be of version V2",
    );
  }
  const given = Buffer.from(signature, "base64");
  const secrets = await knownSecrets();
  const holds = secrets.map((secret) => {
    const own = createHmac("sha256", secret).update(timestamp).update(request.rawBody).digest();
    return own.length === given.length && timingSafeEqual(own, given);
  });
  if (!holds.includes(true)) throw new WebhookRefusedError("Its signature does not hold");
  refuseOtherTimes(timestamp);
  return {
    // No event has an id of its own; the same happening is told in the same words.
    eventId: createHash("sha256").update(request.rawBody).digest("hex"),
    kind: envelope.safeParse(jsonOf(request.rawBody)).data?.type ?? "unnamed",
  };
}

const envelope = z.object({ type: z.string().min(1).max(100), data: z.unknown().optional() });

/** Decided by what stands in it: the names of events contradict it in Cashfree's own examples. */
export function readWebhook(rawBody: Buffer): readonly Happening[] {
  const event = envelope.safeParse(jsonOf(rawBody)).data;
  if (!event) throw new Error("It is no event of the documented form");
  const { type, data } = event;
  if (vbaTransferOf(data)) {
    const credit = readCredit(data);
    return [credit ? { about: "credit", credit } : { about: "other" }];
  }
  const isTransfer = z.object({ transfer_id: z.string(), status: z.string() }).safeParse(data);
  if (!isTransfer.success && !type.startsWith("TRANSFER_")) return [{ about: "other" }];
  return [{ about: "transfer", notice: readToldTransfer(data) }];
}

function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function knownSecrets(): Promise<string[]> {
  const names = [payouts.clientSecret, paymentGateway.clientSecret] as const;
  const missing = await missingCredentials(names);
  const set = names.filter((name) => !missing.includes(name));
  if (set.length === 0) throw new MissingCredentialError([payouts.clientSecret]);
  return Object.values(await readCredentials(...set)).flatMap(secretsIn);
}

/** In seconds or milliseconds since 1970: both are seen. */
function refuseOtherTimes(timestamp: string): void {
  const count = /^\d{9,14}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const at = count < 100_000_000_000 ? count * 1_000 : count;
  const age = now().getTime() - at;
  if (Number.isNaN(age)) throw new WebhookRefusedError("Its time could not be read");
  if (age > ageMsMax) throw new WebhookRefusedError("It is more than 30 days old");
  if (age < -aheadMsMax) throw new WebhookRefusedError("It is of more than an hour from now");
}

function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
