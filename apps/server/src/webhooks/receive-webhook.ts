import { createHash } from "node:crypto";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { MissingCredentialError } from "../credentials/credentials.ts";
import { today } from "../days.ts";
import { database } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { newId } from "../ids.ts";
import { wakeWorker } from "../payouts/wake-worker.ts";
import { everyProvider } from "../providers/rails.ts";
import { seal } from "../sealing/seal.ts";
import {
  WebhookRefusedError,
  type VerifiedWebhook,
  type WebhookDoor,
  type WebhookRequest,
} from "../providers/webhook-door.ts";

/**
 * Takes a provider's call: believed by its signature, recorded as it came, and answered. What it
 * says is worked off later (`work-off-webhooks.ts`), so that the answer never waits for it. The
 * same again is only counted.
 * @throws 404 for an address of no provider, 400 `WEBHOOK_REFUSED` for what is not the
 *   provider's word, 503 while nobody has set the secret, so that the provider tries again.
 */
export async function receiveWebhook(adapter: string, request: WebhookRequest): Promise<void> {
  const door = everyProvider().find(({ name }) => name === adapter)?.webhook;
  if (!door) throw notFound("This address");
  const verified = await verify(adapter, door, request);
  await keep(adapter, verified, request.rawBody);
  wakeWorker();
}

async function verify(
  adapter: string,
  door: WebhookDoor,
  request: WebhookRequest,
): Promise<VerifiedWebhook> {
  try {
    return await door.verify(request);
  } catch (error) {
    if (error instanceof WebhookRefusedError) {
      await countRefusal(adapter, error.message);
      throw new Refusal(400, "WEBHOOK_REFUSED", error.message);
    }
    if (error instanceof MissingCredentialError) {
      await countRefusal(adapter, error.message);
      throw new Refusal(503, "WEBHOOK_NOT_READY", "Webhooks can't be checked here yet", {
        retryAfterSeconds: 300,
      });
    }
    throw error;
  }
}

/** Sealed, because it names accounts and people. */
async function keep(adapter: string, told: VerifiedWebhook, body: Buffer): Promise<void> {
  const id = newId();
  await sql`
    insert into webhooks
      (id, adapter, event_id, digest, kind, body, received_at, last_received_at, due_at)
    values (
      ${id}, ${adapter}, ${told.eventId}, ${createHash("sha256").update(body).digest()},
      ${told.kind}, ${seal("webhook", id, body.toString("utf8"))}, ${now()}, ${now()}, ${now()}
    )
    on conflict (adapter, event_id, digest) do update
    set times = webhooks.times + 1, last_received_at = ${now()}
  `.execute(database());
}

async function countRefusal(adapter: string, why: string): Promise<void> {
  await sql`
    insert into webhook_refusals (adapter, day, why, times, last_at)
    values (${adapter}, ${today()}, ${why}, 1, ${now()})
    on conflict (adapter, day, why) do update
    set times = webhook_refusals.times + 1, last_at = ${now()}
  `.execute(database());
}
