import { createHash } from "node:crypto";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { MissingCredentialError } from "../../kernel/credentials.ts";
import { today } from "../../kernel/days.ts";
import { database } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestOrigin } from "../../kernel/person.ts";
import { recordRefusedWebhook } from "../../identity/audit/record-refusal.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import {
  WebhookRejectedError,
  type VerifiedWebhook,
  type WebhookEndpoint,
  type WebhookRequest,
} from "../../providers/webhook-endpoint.ts";

/**
 * Verifies the signature of a provider's webhook and stores its body. A worker applies it later
 * (`process-webhooks.ts`), so that the answer never waits. A repeat only increments a
 * counter: it is recognised by its body, because not every provider signs the event's id.
 * @throws 404 for an unknown provider; 400 `WEBHOOK_REFUSED` for a wrong signature; 503
 *   `WEBHOOK_NOT_READY` while the secret is not set, so that the provider retries.
 */
export async function receiveWebhook(
  adapter: string,
  request: WebhookRequest,
  origin: RequestOrigin,
): Promise<void> {
  const endpoint = configuredProviders().find(({ name }) => name === adapter)?.webhook;
  if (!endpoint) {
    await recordRefusedWebhook(null, "Unknown provider", origin);
    throw notFound("This address");
  }
  const verified = await verify(adapter, endpoint, request, origin);
  const digest = createHash("sha256").update(request.rawBody).digest();
  if (await countRepeat(adapter, digest)) return;
  if (verified.tooOld !== undefined) {
    await countRefusal(adapter, verified.tooOld);
    await recordRefusedWebhook(adapter, verified.tooOld, origin);
    throw new ApiError(400, "WEBHOOK_REFUSED", verified.tooOld);
  }
  await storeWebhook(adapter, verified, { body: request.rawBody, digest });
  wakeWorker();
}

async function verify(
  adapter: string,
  endpoint: WebhookEndpoint,
  request: WebhookRequest,
  origin: RequestOrigin,
): Promise<VerifiedWebhook> {
  try {
    return await endpoint.verify(request);
  } catch (error) {
    if (error instanceof WebhookRejectedError) {
      await countRefusal(adapter, error.message);
      await recordRefusedWebhook(adapter, error.message, origin);
      throw new ApiError(400, "WEBHOOK_REFUSED", error.message);
    }
    if (error instanceof MissingCredentialError) {
      await countRefusal(adapter, error.message);
      throw new ApiError(503, "WEBHOOK_NOT_READY", "Webhooks can't be checked here yet", {
        retryAfterSeconds: 300,
      });
    }
    throw error;
  }
}

/** @returns whether the same body is stored, under whatever event id. */
async function countRepeat(adapter: string, digest: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update webhooks set times = times + 1, last_received_at = ${now()}
    where adapter = ${adapter} and content_digest = ${digest}
  `.execute(database());
  return numAffectedRows > 0n;
}

/**
 * The body is encrypted, because it names accounts and people. The unique digest closes the race
 * between two deliveries of the same body: the second one counts the first.
 */
async function storeWebhook(
  adapter: string,
  webhook: VerifiedWebhook,
  { body, digest }: { readonly body: Buffer; readonly digest: Buffer },
): Promise<void> {
  const id = newId();
  await sql`
    insert into webhooks (
      id, adapter, event_id, digest, content_digest, kind, body, received_at, last_received_at, due_at
    )
    values (
      ${id}, ${adapter}, ${webhook.eventId}, ${digest}, ${digest}, ${webhook.kind}, ${encrypt("webhook", id, body.toString("utf8"))}, ${now()}, ${now()}, ${now()}
    )
    on conflict (adapter, content_digest) do update
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
