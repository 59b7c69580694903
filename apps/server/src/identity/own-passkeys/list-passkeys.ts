import type { Passkey } from "@rokad/contract/passkeys";
import { database } from "../../database/db.ts";
import { isSuperAdmin, type Person } from "../../kernel/person.ts";
import { hostFor } from "../passkeys/passkey-purpose.ts";
import { readSettings } from "../settings/settings.ts";

/** A person's passkeys, the newest first, and what they may be used for. */
export async function listPasskeys(person: Person) {
  const settings = await readSettings();
  const { passkey_host: host } = settings;
  const rows = await database()
    .selectFrom("passkeys")
    .select(["id", "name", "rp_id", "is_backed_up", "created_at", "last_used_at"])
    .where("person_id", "=", person.member.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const passkeys = rows.map((row) => asPasskey(row, host));
  const confirmed = hostFor(isSuperAdmin(person) ? "step_up" : "payout", settings);
  return {
    passkeys,
    can_add: host !== null,
    can_sign_in: hostFor("sign_in", settings) !== null,
    can_confirm: confirmed !== null && passkeys.some(({ works_here: works }) => works),
  };
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly rp_id: string;
  readonly is_backed_up: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export function asPasskey(row: Row, host: string | null): Passkey {
  return {
    id: row.id,
    name: row.name,
    host: row.rp_id,
    works_here: row.rp_id === host,
    is_synced: row.is_backed_up,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
