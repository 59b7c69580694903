import type { WebhookDelivery } from "@rokad/contract/webhook-deliveries";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readableTypes } from "../events/readable-types.ts";
import { asEvent, eventColumns, type EventRow } from "../events/list-events.ts";
import { bodyOf } from "./deliver-webhooks.ts";
import { signedHeaders } from "./sign-webhook.ts";
import { describeEndpoint } from "./stored-endpoint.ts";

interface Page {
  readonly state?: WebhookDelivery["state"] | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

interface DeliveryRow extends EventRow {
  readonly state: WebhookDelivery["state"];
  readonly tries: number;
  readonly due_at: Date | null;
  readonly finished_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/**
 * A page of the deliveries to an endpoint, newest event first, of the types that the caller may read.
 * @throws 404.
 */
export async function listDeliveries(tenant: Tenant, id: string, { state, before, limit }: Page) {
  await describeEndpoint(database(), tenant, id);
  // One more says whether there is a next page.
  const rows = await selectDeliveries(tenant, id, { state, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(asDelivery),
    next: last && rows.length > limit ? Number(last.version) : null,
  };
}

/** A delivery with its attempts, newest first. @throws 404. */
export async function showDelivery(tenant: Tenant, id: string, version: number) {
  await describeEndpoint(database(), tenant, id);
  const [row] = await selectDeliveries(tenant, id, { version, limit: 1 });
  if (!row) throw notFound("This delivery");
  const attempts = await database()
    .selectFrom("webhook_attempts")
    .select(["at", "signed_at", "took_ms", "status", "error", "answer"])
    .where("endpoint_id", "=", id)
    .where("version", "=", row.version)
    .orderBy("number", "desc")
    .limit(100)
    .execute();
  const body = bodyOf(row);
  return {
    delivery: asDelivery(row),
    body,
    attempts: attempts.map(({ at, signed_at, ...attempt }) => ({
      ...attempt,
      at: at.toISOString(),
      // Without the signature: with it, this log could be replayed.
      headers: withoutSignature(signedHeaders({ id: row.id, at: signed_at, body }, [])),
    })),
  };
}

interface Selection extends Page {
  readonly version?: number;
}

async function selectDeliveries(
  tenant: Tenant,
  endpointId: string,
  { state, before, version, limit }: Selection,
): Promise<DeliveryRow[]> {
  const types = readableTypes(tenant, undefined);
  const { rows } = await sql<DeliveryRow>`
    select ${eventColumns}, state, tries, due_at, finished_at, last.status as last_status,
      last.error as last_error
    from webhook_deliveries as delivery
    join events on events.tenant_id = delivery.tenant_id and events.version = delivery.version
    left join lateral (
      select status, error from webhook_attempts as attempt
      where attempt.endpoint_id = delivery.endpoint_id and attempt.version = delivery.version
      order by number desc limit 1
    ) as last on true
    where delivery.endpoint_id = ${endpointId}
      ${state === undefined ? sql`` : sql`and state = ${sql.lit(state)}`}
      ${types === undefined ? sql`` : sql`and type = any(${types}::text[])`}
      ${before === undefined ? sql`` : sql`and delivery.version < ${before}`}
      ${version === undefined ? sql`` : sql`and delivery.version = ${version}`}
    order by delivery.version desc limit ${limit}
  `.execute(database());
  return rows;
}

function asDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    event: asEvent(row),
    state: row.state,
    tries: row.tries,
    next_try_at: row.due_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    last_status: row.last_status,
    last_error: row.last_error,
  };
}

function withoutSignature({
  "webhook-id": id,
  "webhook-timestamp": timestamp,
}: ReturnType<typeof signedHeaders>) {
  return { "webhook-id": id, "webhook-timestamp": timestamp };
}
