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
 * (`process-webhooks.ts`), so that the answer never waits. A repeat only increments a counter.
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
  await storeWebhook(adapter, verified, request.rawBody);
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

/** The body is encrypted, because it names accounts and people. */
async function storeWebhook(
  adapter: string,
  webhook: VerifiedWebhook,
  body: Buffer,
): Promise<void> {
  const id = newId();
  await sql`
    insert into webhooks
      (id, adapter, event_id, digest, kind, body, received_at, last_received_at, due_at)
    values (
      ${id}, ${adapter}, ${webhook.eventId}, ${createHash("sha256").update(body).digest()},
      ${webhook.kind}, ${encrypt("webhook", id, body.toString("utf8"))}, ${now()}, ${now()}, ${now()}
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
