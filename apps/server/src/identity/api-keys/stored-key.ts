import { permissionsOf, rolesWith } from "@rokad/contract/roles";
import type { ApiKey, ApiKeyState } from "@rokad/contract/api-key";
import { limits } from "@rokad/contract/limits";
import { scopes as allScopes } from "@rokad/contract/scopes";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";

const dayMs = 24 * 60 * 60_000;

/** A key with what its page shows. */
interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string[];
  readonly is_live: boolean;
  readonly created_at: Date;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_roles: string[] | null;
  readonly expires_at: Date | null;
  readonly networks: string[];
  readonly revoked_at: Date | null;
  readonly disabled_at: Date | null;
  readonly idle_since: Date;
  readonly limits_id: string | null;
  readonly per_payout_paise: bigint | null;
  readonly per_day_paise: bigint | null;
  readonly signed_by: string | null;
  readonly signer_name: string | null;
  readonly signed_at: Date | null;
  readonly used_today_paise: bigint | null;
  readonly secrets: { hint: string; created_at: string; ends_at: string | null }[] | null;
  readonly used_at: Date | null;
  readonly used_address: string | null;
  readonly used_call: string | null;
}

/** The keys of a business: those that work first, then the newest first. */
export async function describeKeys(db: Db, { tenantId }: Tenant): Promise<ApiKey[]> {
  const keys = (await selectKeys(db, tenantId)).map(asApiKey);
  return keys.toSorted((a, b) => Number(b.state === "active") - Number(a.state === "active"));
}

export async function describeKey(db: Db, { tenantId }: Tenant, id: string): Promise<ApiKey> {
  const [row] = await selectKeys(db, tenantId, id);
  if (!row) throw notFound("This API key");
  return asApiKey(row);
}

/** Locks a key against other changes. @throws 404 for another business's. */
export async function lockKey(db: Tx, tenant: Tenant, id: string): Promise<ApiKey> {
  const locked = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "=", id)
    .where("tenant_id", "=", tenant.tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) throw notFound("This API key");
  return describeKey(db, tenant, id);
}

/** @throws 409 `API_KEY_ENDED` for a key that is over for good. */
export function assertNotEnded({ state, name }: ApiKey): void {
  if (state !== "revoked" && state !== "expired") return;
  throw new ApiError(409, "API_KEY_ENDED", `${name} is ${state}. Create a new API key.`);
}

async function selectKeys(db: Db, tenantId: string, id?: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select api_keys.*, owners.name as owner_name, memberships.roles as owner_roles,
      per_payout_paise, per_day_paise, signed_by, signers.name as signer_name, signed_at,
      paise as used_today_paise, used_at, address as used_address, call as used_call, (
        select jsonb_agg(
          jsonb_build_object('hint', hint, 'created_at', created_at, 'ends_at', ends_at)
          order by created_at desc
        )
        from api_key_secrets
        where api_key_secrets.key_id = api_keys.id and (ends_at is null or ends_at > ${now()})
      ) as secrets
    from api_keys
    join people as owners on owners.id = owner_id
    left join memberships on memberships.tenant_id = api_keys.tenant_id
      and memberships.person_id = owner_id and memberships.disabled_at is null
    left join (
      api_key_limits join memberships as signing on signing.tenant_id = api_key_limits.tenant_id
        and signing.person_id = signed_by and signing.disabled_at is null
        and signing.roles && ${signingRoles}::text[]
      join people as signers on signers.id = signed_by
    ) on api_key_limits.id = limits_id
    left join api_key_days on api_key_days.key_id = api_keys.id and day = ${today()}
    left join api_key_uses on api_key_uses.key_id = api_keys.id
    where api_keys.tenant_id = ${tenantId} and (${id ?? null}::uuid is null or api_keys.id = ${id ?? null})
    order by api_keys.id desc
  `.execute(db);
  return rows;
}

/** Whose signature lets a key send; limits of anyone who lost the role count no more. */
export const signingRoles = rolesWith("pay", "operator");

function asApiKey(row: KeyRow): ApiKey {
  const state = stateOf(row);
  const lastUse = Math.max(row.idle_since.getTime(), row.used_at?.getTime() ?? 0);
  const isUnused = now().getTime() - lastUse > limits.apiKeyUnusedWarnDays * dayMs;
  return {
    id: row.id,
    name: row.name,
    mode: row.is_live ? "live" : "test",
    state,
    scopes: allScopes.filter((scope) => row.scopes.includes(scope)),
    created_at: row.created_at.toISOString(),
    owner: { id: row.owner_id, name: row.owner_name },
    expires_at: row.expires_at?.toISOString() ?? null,
    networks: row.networks,
    limits: limitsOf(row),
    secrets: (row.secrets ?? []).map(({ hint, created_at, ends_at }) => ({
      hint: `…${hint}`,
      created_at: new Date(created_at).toISOString(),
      ends_at: ends_at === null ? null : new Date(ends_at).toISOString(),
    })),
    last_used: row.used_at && {
      at: row.used_at.toISOString(),
      address: row.used_address ?? "",
      call: row.used_call ?? "",
    },
    unused_until:
      state === "active" && isUnused
        ? new Date(lastUse + limits.apiKeyUnusedDays * dayMs).toISOString()
        : null,
  };
}

function limitsOf(row: KeyRow): ApiKey["limits"] {
  const { per_payout_paise: perPayout, per_day_paise: perDay, signed_by: id, signed_at: at } = row;
  if (perPayout === null || perDay === null || id === null || at === null) return null;
  return {
    per_payout: inr(perPayout),
    per_day: inr(perDay),
    used_today: inr(row.used_today_paise),
    signed_by: { id, name: row.signer_name ?? "" },
    signed_at: at.toISOString(),
  };
}

function stateOf(row: KeyRow): ApiKeyState {
  if (row.revoked_at) return "revoked";
  if (row.expires_at && row.expires_at <= now()) return "expired";
  if (row.disabled_at) return "disabled";
  const roles = row.owner_roles ?? [];
  return permissionsOf({ role: "operator", roles }).includes("integrate") ? "active" : "orphaned";
}
