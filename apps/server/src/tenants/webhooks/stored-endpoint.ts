import type { WebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import { decrypt } from "../../database/encryption/encrypt.ts";
import type { Db, Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { oldSecretsOf, type StoredOldSecrets } from "./old-secrets.ts";

const countedMax = 1_000;

interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly types: string[];
  readonly is_active: boolean;
  readonly disabled_reason: string | null;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly old_secret_ends_at: Date | null;
  readonly failing_since: Date | null;
  readonly succeeded_at: Date | null;
  readonly waiting: number;
  readonly failed: number;
}

/** The endpoints of a business, oldest first; with an id, that one. */
export async function describeEndpoints(
  db: Db,
  { tenantId }: Tenant,
  id?: string,
): Promise<WebhookEndpoint[]> {
  const countOf = (state: "waiting" | "failed") => sql<number>`(
    select count(*)::int from (
      select from webhook_deliveries
      where endpoint_id = webhook_endpoints.id and state = ${sql.lit(state)} limit ${countedMax}
    ) as counted
  )`;
  const { rows } = await sql<EndpointRow>`
    select id, url, description, types, is_active, disabled_reason, disabled_at, created_at,
      old_secret_ends_at, failing_since, succeeded_at,
      ${countOf("waiting")} as waiting, ${countOf("failed")} as failed
    from webhook_endpoints
    where tenant_id = ${tenantId} and (${id ?? null}::uuid is null or id = ${id ?? null})
    order by id
  `.execute(db);
  return rows.map(asEndpoint);
}

/** @throws 404 for another business's. */
export async function describeEndpoint(db: Db, tenant: Tenant, id: string) {
  const [endpoint] = await describeEndpoints(db, tenant, id);
  if (!endpoint) throw notFound("This webhook endpoint");
  return endpoint;
}

/** Locks an endpoint against other changes. @throws 404. */
export async function lockEndpoint(db: Tx, { tenantId }: Tenant, id: string) {
  const row = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", id)
    .where("tenant_id", "=", tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("This webhook endpoint");
  return row;
}

/** @throws 409 `WEBHOOK_ENDPOINT_DISABLED`. */
export function assertActive({ is_active }: { readonly is_active: boolean }): void {
  if (is_active) return;
  throw new ApiError(
    409,
    "WEBHOOK_ENDPOINT_DISABLED",
    "This endpoint is disabled. Enable it first.",
  );
}

/** The secrets that sign now: the current one, and old ones until they end. */
export function secretsOf(row: StoredOldSecrets & { readonly secret_encrypted: Buffer }): string[] {
  const current = decrypt("webhook secret", row.id, row.secret_encrypted);
  return [current, ...oldSecretsOf(row).map(({ secret }) => secret)];
}

function asEndpoint(row: EndpointRow): WebhookEndpoint {
  const isOldValid = row.old_secret_ends_at !== null && row.old_secret_ends_at > now();
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    is_active: row.is_active,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    old_secret_ends_at: isOldValid ? (row.old_secret_ends_at?.toISOString() ?? null) : null,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_success_at: row.succeeded_at?.toISOString() ?? null,
    waiting: row.waiting,
    failed: row.failed,
  };
}
