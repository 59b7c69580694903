import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { record } from "../audit/record.ts";
import { notifyOfKey } from "./notify-of-key.ts";

const daySeconds = 24 * 60 * 60;

interface UnusedKey {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly last_use: Date;
}

/** Warns of keys that nobody used for 45 days, and disables them after 90, each in its own transaction. */
export async function disableUnusedKeys(): Promise<void> {
  while (await transaction(disableOne));
  while (await transaction(warnOfOne));
}

async function disableOne(db: Tx): Promise<boolean> {
  const key = await lockUnused(db, limits.apiKeyUnusedDays, sql`true`);
  if (!key) return false;
  await db.updateTable("api_keys").set({ disabled_at: now() }).where("id", "=", key.id).execute();
  const detail = `${key.name} was unused for ${limits.apiKeyUnusedDays} days. A new secret enables it`;
  await notifyOfKey(db, key.tenant_id, { kind: "api_key_disabled", id: key.id, detail });
  await record(db, {
    act: "api_key.disabled",
    by: null,
    subject: { kind: "api_key", id: key.id },
    after: { name: key.name, last_used_at: key.last_use.toISOString() },
  });
  return true;
}

async function warnOfOne(db: Tx): Promise<boolean> {
  const isNew = sql<boolean>`(warned_at is null or warned_at < greatest(idle_since, used_at))`;
  const key = await lockUnused(db, limits.apiKeyUnusedWarnDays, isNew);
  if (!key) return false;
  await db.updateTable("api_keys").set({ warned_at: now() }).where("id", "=", key.id).execute();
  const ends = new Date(key.last_use.getTime() + limits.apiKeyUnusedDays * daySeconds * 1_000);
  const detail = `${key.name} was unused for ${limits.apiKeyUnusedWarnDays} days. It is disabled on ${dateTimeInIndia(ends).slice(0, 10)} unless a program uses it`;
  await notifyOfKey(db, key.tenant_id, { kind: "api_key_unused", id: key.id, detail });
  return true;
}

async function lockUnused(
  db: Tx,
  days: number,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<UnusedKey | undefined> {
  // Closes the race between two workers: a key that one has locked is skipped by the other.
  const { rows } = await sql<UnusedKey>`
    select api_keys.id, api_keys.tenant_id, name, greatest(idle_since, used_at) as last_use
    from api_keys left join api_key_uses on key_id = api_keys.id
    where revoked_at is null and disabled_at is null
      and (expires_at is null or expires_at > ${now()})
      and greatest(idle_since, used_at) < ${secondsFromNow(-days * daySeconds)} and ${condition}
    limit 1 for no key update of api_keys skip locked
  `.execute(db);
  return rows[0];
}
