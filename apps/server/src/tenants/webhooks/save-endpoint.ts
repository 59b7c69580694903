import { eventTypes } from "@rokad/contract/event-types";
import { limits } from "@rokad/contract/limits";
import type { WebhookEndpointForm } from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { lockTenantStatus } from "../../identity/people/tenant-queries.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { ApiError, invalidInput, notFound, scopeMissing } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readableTypes } from "../events/readable-types.ts";
import { AddressRefusedError, assertReachable, literalAddress } from "./reachable-addresses.ts";
import { newWebhookSecret } from "./sign-webhook.ts";
import { asOldSecrets, oldSecretsOf } from "./old-secrets.ts";
import { describeEndpoint, lockEndpoint } from "./stored-endpoint.ts";

/**
 * Adds an endpoint, which gets the events from now on. The secret is returned once and stored
 * encrypted, because it signs.
 * @throws 400 for an address that is not reached; 403 `SCOPE_MISSING` for types that the key can't
 *   read; 409 `WEBHOOK_ENDPOINTS_FULL`.
 */
export function createEndpoint(tenant: Tenant, form: WebhookEndpointForm) {
  assertAddress(form.url);
  return transaction(async (db) => {
    await assertRoom(db, tenant);
    const id = newId();
    const secret = newWebhookSecret();
    await db
      .insertInto("webhook_endpoints")
      .values({
        id,
        tenant_id: tenant.tenantId,
        ...columnsOf(tenant, form),
        created_at: now(),
        created_by: tenant.member.id,
        up_to: headOf(tenant.tenantId),
        secret_encrypted: encrypt("webhook secret", id, secret),
      })
      .execute();
    const endpoint = await describeEndpoint(db, tenant, id);
    await publishChange(db, [tenant.tenantId], ["webhook_endpoints"]);
    await record(db, {
      act: "webhook_endpoint.created",
      by: tenant,
      subject: { kind: "webhook_endpoint", id },
      after: { url: endpoint.url, types: endpoint.types },
    });
    return { endpoint, secret };
  });
}

/**
 * Changes an endpoint. One that is enabled again gets the events from now on; those before are sent
 * again on request, so that nobody is flooded.
 * @throws as `createEndpoint`; 404.
 */
export function changeEndpoint(
  tenant: Tenant,
  id: string,
  { is_active, ...form }: WebhookEndpointForm & { readonly is_active: boolean },
) {
  assertAddress(form.url);
  return transaction(async (db) => {
    const before = await lockEndpoint(db, tenant, id);
    await db
      .updateTable("webhook_endpoints")
      .set({
        ...columnsOf(tenant, form),
        ...(is_active !== before.is_active && {
          is_active,
          disabled_at: is_active ? null : now(),
          disabled_reason: is_active ? null : `Disabled by ${tenant.member.name}`,
          failing_since: null,
          ...(is_active && { up_to: headOf(tenant.tenantId) }),
        }),
      })
      .where("id", "=", id)
      .execute();
    // What waits may be of types that the key can't read.
    const isMovedByKey = tenant.apiKey !== undefined && form.url !== before.url;
    if ((before.is_active && !is_active) || isMovedByKey) await endWaiting(db, id);
    const endpoint = await describeEndpoint(db, tenant, id);
    await publishChange(db, [tenant.tenantId], ["webhook_endpoints"]);
    await record(db, {
      act: "webhook_endpoint.changed",
      by: tenant,
      subject: { kind: "webhook_endpoint", id },
      before: { url: before.url, types: before.types, is_active: before.is_active },
      after: { url: endpoint.url, types: endpoint.types, is_active },
    });
    return endpoint;
  });
}

/** Removes an endpoint with its deliveries. @throws 404. */
export function deleteEndpoint(tenant: Tenant, id: string): Promise<void> {
  return transaction(async (db) => {
    const deleted = await db
      .deleteFrom("webhook_endpoints")
      .where("id", "=", id)
      .where("tenant_id", "=", tenant.tenantId)
      .returning("url")
      .executeTakeFirst();
    if (!deleted) throw notFound("This webhook endpoint");
    await publishChange(db, [tenant.tenantId], ["webhook_endpoints"]);
    await record(db, {
      act: "webhook_endpoint.deleted",
      by: tenant,
      subject: { kind: "webhook_endpoint", id },
      before: { url: deleted.url },
    });
  });
}

/**
 * Gives an endpoint a new secret. The one before also signs for some hours, and so do older ones until
 * they end: after a lost answer, receivers may have one of those. With 0 hours all end at once.
 * @throws 404.
 */
export function rollSecret(tenant: Tenant, id: string, oldValidHours: number) {
  return transaction(async (db) => {
    const before = await lockEndpoint(db, tenant, id);
    const secret = newWebhookSecret();
    const replaced = {
      secret: decrypt("webhook secret", id, before.secret_encrypted),
      endsAt: secondsFromNow(oldValidHours * 3_600),
    };
    await db
      .updateTable("webhook_endpoints")
      .set({
        secret_encrypted: encrypt("webhook secret", id, secret),
        ...asOldSecrets(id, oldValidHours === 0 ? [] : [replaced, ...oldSecretsOf(before)]),
      })
      .where("id", "=", id)
      .execute();
    const endpoint = await describeEndpoint(db, tenant, id);
    await publishChange(db, [tenant.tenantId], ["webhook_endpoints"]);
    await record(db, {
      act: "webhook_endpoint.rolled",
      by: tenant,
      subject: { kind: "webhook_endpoint", id },
      after: { url: endpoint.url, old_secret_valid_hours: oldValidHours },
    });
    return { endpoint, secret };
  });
}

/** Ends what waits for an endpoint that is disabled; it can be sent again. */
export async function endWaiting(db: Tx, endpointId: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "failed", due_at: null, finished_at: now() })
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "waiting")
    .execute();
}

/** The version of the business's newest event. */
function headOf(tenantId: string) {
  return sql<bigint>`
    coalesce((select version from event_heads where event_heads.tenant_id = ${tenantId}), 0)
  `;
}

/** An endpoint of a key gets what the key may read; an empty list stands for all types. */
function columnsOf(tenant: Tenant, { url, description, types }: WebhookEndpointForm) {
  const readable = readableTypes(tenant, types.length > 0 ? types : undefined);
  if (readable?.length === 0)
    throw scopeMissing([...new Set(Object.values(eventTypes).map(({ scope }) => scope))]);
  return { url, description, types: [...(readable ?? [])] };
}

/** @throws 400 for an IP address that webhooks may not reach, and for HTTP to a name. */
function assertAddress(address: string): void {
  const url = new URL(address);
  const literal = literalAddress(url);
  try {
    if (literal !== undefined) assertReachable(literal, url.protocol);
  } catch (error) {
    if (error instanceof AddressRefusedError) throw invalidInput({ url: error.message });
    throw error;
  }
}

/** Closes the race between two new endpoints: the business's row is locked. */
async function assertRoom(db: Tx, { tenantId: id }: Tenant): Promise<void> {
  await lockTenantStatus(db, id);
  const { count } = await db
    .selectFrom("webhook_endpoints")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("tenant_id", "=", id)
    .executeTakeFirstOrThrow();
  if (count < limits.webhookEndpointsMax) return;
  throw new ApiError(
    409,
    "WEBHOOK_ENDPOINTS_FULL",
    `You have ${limits.webhookEndpointsMax} webhook endpoints. Remove one that you don't need.`,
  );
}
