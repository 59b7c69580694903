import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { runAfterAnswer } from "../sign-in/run-after-answer.ts";

export interface KeyUse {
  readonly keyId: string;
  readonly tenantId: string;
  readonly address: string;
  /** The name of the call. */
  readonly call: string;
}

/** When this server last wrote the use of a key, in milliseconds. */
const writtenAt = new Map<string, number>();
const keysMax = 10_000;

/**
 * Notes when, from where and for which call a key was used: at most once a minute for each key and
 * server, so that a busy key costs no write per request. The answer does not wait for it.
 */
export function recordUse(use: KeyUse): void {
  const at = now();
  const before = writtenAt.get(use.keyId);
  if (before !== undefined && Math.abs(at.getTime() - before) < limits.apiKeyUseSeconds * 1_000)
    return;
  if (writtenAt.size >= keysMax) writtenAt.clear();
  writtenAt.set(use.keyId, at.getTime());
  runAfterAnswer("use of an API key", () => writeUse(use, at));
}

async function writeUse({ keyId, tenantId, address, call }: KeyUse, at: Date): Promise<void> {
  await sql`
    insert into api_key_uses (key_id, tenant_id, used_at, address, call)
    values (${keyId}, ${tenantId}, ${at}, ${address}, ${call})
    on conflict (key_id) do update
    set used_at = excluded.used_at, address = excluded.address, call = excluded.call
    where api_key_uses.used_at < excluded.used_at
  `.execute(database());
}
