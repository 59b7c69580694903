import type { Feature } from "@rokad/contract/call";
import { permissionsOf } from "@rokad/contract/roles";
import { scopes as allScopes, type Scope } from "@rokad/contract/scopes";
import { sql } from "kysely";
import { groupCommit } from "../../database/group-commit.ts";
import { database } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { now } from "../../kernel/clock.ts";
import { accountInactive, ApiError } from "../../kernel/errors.ts";
import type { Person, RequestOrigin } from "../../kernel/person.ts";
import { readSettings } from "../settings/settings.ts";
import { recordRefusal } from "../audit/record-refusal.ts";
import { currentMode } from "./key-mode.ts";
import { countCall } from "./limit-calls.ts";
import { isListed, shownAddress } from "./networks.ts";
import { recordUse } from "./record-use.ts";
import { readSecret } from "./secret.ts";

/**
 * The business for which a key acts, with the person who received this secret: after a key was rolled,
 * the secret before is still known to another person, and acts for that one.
 *
 * Read from the database on each request, so that a revocation takes effect at once on every server.
 * Requests that arrive together share one query; a secret with a wrong checksum asks nothing.
 * @param call the name of the call.
 * @param isAgain the same request was counted before, and is not counted here.
 * @throws 401 `API_KEY_INVALID`, `API_KEY_REVOKED`, `API_KEY_EXPIRED`, `API_KEY_DISABLED`,
 *   `API_KEY_WRONG_MODE`; 403 `ACCOUNT_INACTIVE`, and `ADDRESS_NOT_ALLOWED` with the address seen;
 *   429 `TOO_MANY_REQUESTS`.
 */
export async function findKey(
  secret: string,
  call: string,
  origin: RequestOrigin,
  isAgain: boolean,
) {
  const read = readSecret(secret);
  if (!read)
    throw invalid(
      "This API key is incomplete or mistyped: its checksum does not match. Copy it again.",
    );
  const [row, { api_calls_per_key_per_minute: limit }] = await Promise.all([
    findByHash(read.hash),
    readSettings(),
  ]);
  if (!row) throw invalid("This API key is unknown. Use one of this installation.");
  const error = whyUnusable(row);
  if (error) throw error;
  const person = asPerson(row);
  if (!isListed(row.networks, origin.address)) {
    const refused = addressNotAllowed(origin.address);
    await recordRefusal(refused, { name: call }, person, origin);
    throw refused;
  }
  if (isAgain) return { person };
  const headers = countCall(row.key_id, limit);
  recordUse({ keyId: row.key_id, tenantId: row.id, address: shownAddress(origin.address), call });
  return { person, headers };
}

interface Row {
  readonly hash: Buffer;
  readonly secret_ends_at: Date | null;
  readonly key_id: string;
  readonly key_name: string;
  readonly scopes: string[];
  readonly is_live: boolean;
  readonly expires_at: Date | null;
  readonly networks: string[];
  readonly revoked_at: Date | null;
  readonly disabled_at: Date | null;
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly role: "operator" | "retailer";
  readonly features: Feature[];
  readonly allowed_providers: ("primary" | "alternative")[];
  readonly is_active: boolean;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_mobile: string;
  readonly roles: Person["member"]["roles"] | null;
}

const findByHash: (hash: Buffer) => Promise<Row | undefined> = groupCommit(readKeys, {
  atMost: 256,
});

async function readKeys(hashes: readonly Buffer[]): Promise<(Row | undefined)[]> {
  const { rows } = await sql<Row>`
    ${prepared} select api_key_secrets.hash, ends_at as secret_ends_at, api_keys.id as key_id,
      api_keys.name as key_name, scopes, is_live, expires_at, networks, revoked_at,
      api_keys.disabled_at, tenants.id, tenants.name, tenants.mobile, tenants.role, tenants.features,
      tenants.allowed_providers, tenants.is_active and tenants.closed_at is null as is_active,
      owners.id as owner_id, owners.name as owner_name, owners.mobile as owner_mobile,
      memberships.roles
    from api_key_secrets
    join api_keys on api_keys.id = key_id
    join tenants on tenants.id = api_keys.tenant_id
    join people as owners on owners.id = api_key_secrets.created_by
    left join memberships on memberships.tenant_id = tenants.id
      and memberships.person_id = owners.id and memberships.disabled_at is null
    where api_key_secrets.hash = any(${hashes}::bytea[])
  `.execute(database());
  const found = new Map(rows.map((row) => [row.hash.toString("hex"), row]));
  return hashes.map((hash) => found.get(hash.toString("hex")));
}

function whyUnusable(row: Row): ApiError | undefined {
  const at = now();
  if (row.revoked_at) return ended("API_KEY_REVOKED", `The API key ${row.key_name} was revoked.`);
  if (row.expires_at && row.expires_at <= at)
    return ended("API_KEY_EXPIRED", `The API key ${row.key_name} expired. Create a new one.`);
  if (row.secret_ends_at && row.secret_ends_at <= at)
    return ended(
      "API_KEY_EXPIRED",
      `This secret of the API key ${row.key_name} was replaced. Use the new one.`,
    );
  if (row.disabled_at)
    return ended(
      "API_KEY_DISABLED",
      `The API key ${row.key_name} was unused for 90 days. Give it a new secret.`,
    );
  if (!row.roles || !permissionsOf({ ...row, roles: row.roles }).includes("integrate"))
    return ended(
      "API_KEY_DISABLED",
      `${row.owner_name} no longer answers for the API key ${row.key_name}. ${row.secret_ends_at ? "Use its new secret." : "Give it a new secret."}`,
    );
  if ((row.is_live ? "live" : "test") !== currentMode())
    return ended(
      "API_KEY_WRONG_MODE",
      row.is_live
        ? "A live API key does not work with the sandbox."
        : "A test API key does not work with real money. Create a live one.",
    );
  return row.is_active ? undefined : accountInactive();
}

function asPerson(row: Row): Person {
  return {
    tenantId: row.id,
    sessionId: row.key_id,
    name: row.name,
    mobile: row.mobile,
    role: row.role,
    features: row.features,
    allowedProviders: row.allowed_providers,
    member: {
      id: row.owner_id,
      name: row.owner_name,
      mobile: row.owner_mobile,
      roles: row.roles ?? [],
    },
    apiKey: {
      id: row.key_id,
      name: row.key_name,
      mode: row.is_live ? "live" : "test",
      scopes: allScopes.filter((scope: Scope) => row.scopes.includes(scope)),
      expiresAt: row.expires_at,
    },
  };
}

const invalid = (message: string) => new ApiError(401, "API_KEY_INVALID", message);
const ended = (
  code: "API_KEY_REVOKED" | "API_KEY_EXPIRED" | "API_KEY_DISABLED" | "API_KEY_WRONG_MODE",
  message: string,
) => new ApiError(401, code, message);

export const addressNotAllowed = (address: string) =>
  new ApiError(
    403,
    "ADDRESS_NOT_ALLOWED",
    `This API key may not be used from ${shownAddress(address)}. Add the address to the key's list.`,
  );
