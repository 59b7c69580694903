import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { now } from "../../kernel/clock.ts";
import {
  missingCredentials,
  MissingCredentialError,
  readCredentials,
} from "../../kernel/credentials.ts";
import {
  WebhookRejectedError,
  type WebhookEvent,
  type VerifiedWebhook,
  type WebhookRequest,
} from "../webhook-endpoint.ts";
import { paymentGateway, payouts, secretsIn } from "./call-cashfree.ts";
import { readCredit, isVbaTransfer } from "./read-credit.ts";
import { isRefund, readRefund } from "./read-refund.ts";
import { readWebhookTransfer } from "./read-transfer.ts";

/**
 * For the first delivery of an event that we have not stored. Cashfree publishes neither a window nor
 * its retry intervals, only that it gives up after more than five failures in a row, and repeats may
 * carry the time of the first attempt. Three days cover a weekend without our server.
 */
const ageMsMax = 3 * 24 * 60 * 60_000;
const aheadMsMax = 60 * 60_000;

/**
 * Verifies base64 HMAC-SHA256 over the timestamp and the raw body, with the client secret of the
 * product that sends: Payouts, or the Payment Gateway for credits.
 * @returns `tooOld` for an event whose first delivery would be too late.
 * @throws {WebhookRejectedError} when they do not match or the time is in the future.
 * @throws {MissingCredentialError} while no secret is set.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const timestamp = headerOf(request, "x-webhook-timestamp");
  const signature = headerOf(request, "x-webhook-signature");
  if (!timestamp || !signature) {
    throw new WebhookRejectedError(
      "It has no x-webhook-timestamp or x-webhook-signature. Set the webhook to version V2 in Cashfree's dashboard.",
    );
  }
  const received = Buffer.from(signature, "base64");
  const secrets = await readSecrets();
  const matches = secrets.map((secret) => {
    const own = createHmac("sha256", secret).update(timestamp).update(request.rawBody).digest();
    return own.length === received.length && timingSafeEqual(own, received);
  });
  if (!matches.includes(true)) throw new WebhookRejectedError("Its signature is not valid");
  const ageMs = ageOf(timestamp);
  return {
    // Events have no id, but repeats have the same bytes.
    eventId: createHash("sha256").update(request.rawBody).digest("hex"),
    kind: envelope.safeParse(jsonOf(request.rawBody)).data?.type ?? "unnamed",
    ...(ageMs > ageMsMax && { tooOld: "It is more than 3 days old" }),
  };
}

const envelope = z.object({ type: z.string().min(1).max(100), data: z.unknown().optional() });

/** Parses by content, because event names contradict the content in Cashfree's own examples. */
export function readWebhook(rawBody: Buffer): readonly WebhookEvent[] {
  const event = envelope.safeParse(jsonOf(rawBody)).data;
  if (!event) throw new Error("The event does not have the documented format");
  const { type, data } = event;
  if (isVbaTransfer(data)) {
    const credit = readCredit(data);
    return [credit ? { about: "credit", credit } : { about: "other" }];
  }
  if (isRefund(data)) {
    const chargeback = readRefund(data);
    return [chargeback ? { about: "chargeback", chargeback } : { about: "other" }];
  }
  const isTransfer = z.object({ transfer_id: z.string(), status: z.string() }).safeParse(data);
  if (!isTransfer.success && !type.startsWith("TRANSFER_")) return [{ about: "other" }];
  return [{ about: "transfer", update: readWebhookTransfer(data) }];
}

function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readSecrets(): Promise<string[]> {
  const names = [payouts.clientSecret, paymentGateway.clientSecret] as const;
  const missing = await missingCredentials(names);
  const present = names.filter((name) => !missing.includes(name));
  if (present.length === 0) throw new MissingCredentialError([payouts.clientSecret]);
  return Object.values(await readCredentials(...present)).flatMap(secretsIn);
}

/**
 * @param timestamp seconds or milliseconds since 1970; Cashfree sends both.
 * @returns milliseconds.
 */
function ageOf(timestamp: string): number {
  const count = /^\d{9,14}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const at = count < 100_000_000_000 ? count * 1_000 : count;
  const age = now().getTime() - at;
  if (Number.isNaN(age)) throw new WebhookRejectedError("Its time could not be read");
  if (age < -aheadMsMax)
    throw new WebhookRejectedError("Its time is more than an hour in the future");
  return age;
}

function jsonOf(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}
