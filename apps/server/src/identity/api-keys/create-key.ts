import type { ApiKeyForm } from "@rokad/contract/api-keys";
import { limits } from "@rokad/contract/limits";
import { scopes as allScopes } from "@rokad/contract/scopes";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { lockTenantStatus } from "../people/tenant-queries.ts";
import { amountsOf, checkAccess, insertLimits } from "./change-access.ts";
import { notifyOfKey } from "./notify-of-key.ts";
import { currentMode } from "./key-mode.ts";
import { newSecret, type StoredSecret } from "./secret.ts";
import { describeKey } from "./stored-key.ts";

const daySeconds = 24 * 60 * 60;

/**
 * Creates a key. The secret is returned and stored nowhere.
 * @throws 400 for a wrong network; 403 unless an owner signs limits; 409 `API_KEYS_FULL`.
 */
export async function createKey(person: Tenant, form: ApiKeyForm) {
  const scopes = allScopes.filter((scope) => form.scopes.includes(scope));
  const { networks, limits: sending } = checkAccess(person, scopes, form);
  const mode = currentMode();
  const { secret, ...stored } = newSecret(mode);
  return transaction(async (db) => {
    await assertRoom(db, person);
    const id = newId();
    const expiresAt =
      form.expires_in_days === null ? null : secondsFromNow(form.expires_in_days * daySeconds);
    await db
      .insertInto("api_keys")
      .values({
        id,
        tenant_id: person.tenantId,
        name: form.name,
        scopes,
        is_live: mode === "live",
        created_at: now(),
        owner_id: person.member.id,
        expires_at: expiresAt,
        networks,
        idle_since: now(),
      })
      .execute();
    await insertSecret(db, person, id, stored);
    await insertLimits(db, person, { id, networks }, sending);
    await notifyOfKey(db, person.tenantId, {
      kind: "api_key_created",
      id,
      detail: `${person.member.name} created ${form.name} with ${scopes.join(", ")}`,
    });
    const key = await describeKey(db, person, id);
    await record(db, {
      act: "api_key.created",
      by: person,
      subject: { kind: "api_key", id },
      after: {
        name: form.name,
        scopes,
        networks,
        limits: amountsOf(key),
        expires_at: key.expires_at,
      },
    });
    return { key, secret };
  });
}

/** Stores the hash of a new secret. */
export async function insertSecret(
  db: Tx,
  person: Tenant,
  keyId: string,
  { hash, hint }: StoredSecret,
): Promise<void> {
  await db
    .insertInto("api_key_secrets")
    .values({
      hash,
      hint,
      key_id: keyId,
      tenant_id: person.tenantId,
      created_at: now(),
      created_by: person.member.id,
    })
    .execute();
}

/** Closes the race between two new keys: the business's row is locked. */
async function assertRoom(db: Tx, { tenantId: id }: Tenant): Promise<void> {
  await lockTenantStatus(db, id);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from api_keys
    where tenant_id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${now()})
  `.execute(db);
  if ((rows[0]?.count ?? 0n) < limits.apiKeysMax) return;
  throw new ApiError(
    409,
    "API_KEYS_FULL",
    `You have ${limits.apiKeysMax} API keys. Revoke one that you don't need.`,
  );
}
