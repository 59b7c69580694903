import type { Scope } from "@rokad/contract/scopes";
import { scopes } from "@rokad/contract/scopes";
import { sql } from "kysely";
import { database } from "../../src/database/db.ts";
import { createKey } from "../../src/identity/api-keys/create-key.ts";
import { revokeKey } from "../../src/identity/api-keys/revoke-key.ts";
import { rollKey } from "../../src/identity/api-keys/roll-key.ts";
import { newSecret } from "../../src/identity/api-keys/secret.ts";
import type { Tenant } from "../../src/kernel/person.ts";
import { createEndpoint } from "../../src/tenants/webhooks/save-endpoint.ts";
import { saveSetting } from "../save-setting.ts";

/** The programs that call, each with the scopes of its API key. */
const scopesByProgram = {
  program: scopes,
  "reading program": ["payouts:read", "wallet:read", "webhooks:read"],
  "requesting program": ["payouts:request", "beneficiaries:write"],
  "neighbour's program": scopes,
} as const satisfies Readonly<Record<string, readonly Scope[]>>;
export type Program = keyof typeof scopesByProgram;
export const programs = Object.keys(scopesByProgram) as [Program, ...Program[]];

/** @returns undefined for a person. */
export function scopesOf(who: string): readonly Scope[] | undefined {
  return (scopesByProgram as Readonly<Partial<Record<string, readonly Scope[]>>>)[who];
}

/** No process listens here, so each delivery fails at once. */
export const closedEndpoint = "http://127.0.0.1:9/hooks";

const ownNetworks = ["127.0.0.1"];

interface Owners {
  readonly operator: Tenant;
  readonly neighbour: Tenant;
  readonly victim: Tenant;
  readonly deactivated: Tenant;
}

/** Creates the keys of the programs, keys that must not work, and a key and endpoint of the victim. */
export async function createPrograms({ operator, neighbour, victim, deactivated }: Owners) {
  // The limit itself has a test; here it would hide the other answers of a long run.
  await saveSetting("api_calls_per_key_per_minute", 1_00_000);
  const keys = {
    program: await newKey(operator, "program"),
    "reading program": await newKey(operator, "reading program"),
    "requesting program": await newKey(operator, "requesting program"),
    "neighbour's program": await newKey(neighbour, "neighbour's program"),
  } satisfies Record<Program, unknown>;
  await createKey(victim, keyForm("Zqcanary key", ["payouts:read"]));
  for (const [tenant, description] of [
    [operator, "Fuzz"],
    [victim, "Zqcanary"],
  ] as const)
    await createEndpoint(tenant, { url: closedEndpoint, description, types: [] });
  return {
    secrets: mapValues(keys, ({ secret }) => secret),
    tenantIds: mapValues(keys, (_, who) => (who.startsWith("n") ? neighbour : operator).tenantId),
    keyIds: Object.values(keys).map(({ key }) => key.id),
    invalidSecrets: await createInvalidSecrets(operator, deactivated),
  };
}

function newKey(tenant: Tenant, who: Program) {
  return createKey(tenant, keyForm(`Fuzz ${who}`, scopesByProgram[who]));
}

function keyForm(name: string, allowed: readonly Scope[], networks = ownNetworks) {
  const sending = { per_payout: 5_00_000, per_day: 50_00_000 };
  return {
    name,
    scopes: [...allowed],
    expires_in_days: null,
    networks,
    limits: allowed.includes("payouts:send") ? sending : null,
  };
}

/** Keys that no call may accept, by the reason. */
async function createInvalidSecrets(operator: Tenant, deactivated: Tenant) {
  const create = (name: string, networks?: string[]) =>
    createKey(operator, keyForm(name, scopes, networks));
  const changed = async (name: string, change: ReturnType<typeof sql>) => {
    const { key, secret } = await create(name);
    await sql`update api_keys set ${change} where id = ${key.id}`.execute(database());
    return secret;
  };
  const revoked = await create("Revoked");
  await revokeKey(operator, revoked.key.id);
  const rolled = await create("Rolled");
  await rollKey(operator, rolled.key.id, 0);
  return {
    revoked: revoked.secret,
    "replaced by a new secret": rolled.secret,
    expired: await changed("Expired", sql`expires_at = now() - interval '1 minute'`),
    disabled: await changed("Disabled", sql`disabled_at = now()`),
    "for real money": await changed("Live", sql`is_live = true`),
    "for another address": (await create("Elsewhere", ["192.0.2.1"])).secret,
    "of a deactivated tenant": (await createKey(deactivated, keyForm("Gone", scopes))).secret,
    unknown: newSecret("test").secret,
    mistyped: rolled.secret.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    cut: revoked.secret.slice(0, -1),
  };
}

function mapValues<K extends string, V, R>(
  values: Readonly<Record<K, V>>,
  map: (value: V, key: K) => R,
): Record<K, R> {
  const entries = Object.entries<V>(values) as [K, V][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<K, R>;
}
