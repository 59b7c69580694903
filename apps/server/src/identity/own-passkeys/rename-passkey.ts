import type { Passkey } from "@rokad/contract/passkeys";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { readSettingsWithin } from "../settings/settings.ts";
import { asPasskey } from "./list-passkeys.ts";

/** Renames a person's passkey. @throws 404 for an unknown one and for another person's. */
export function renamePasskey(person: Person, id: string, name: string): Promise<Passkey> {
  return transaction(async (db) => {
    const row = await db
      .selectFrom("passkeys")
      .select(["id", "name", "rp_id", "is_backed_up", "created_at", "last_used_at"])
      .where("id", "=", id)
      .where("person_id", "=", person.member.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound("This passkey");
    const { passkey_host: host } = await readSettingsWithin(db);
    if (row.name === name) return asPasskey(row, host);
    await db.updateTable("passkeys").set({ name }).where("id", "=", id).execute();
    await publishChange(db, [person.member.id], ["account"]);
    await record(db, {
      act: "passkey.renamed",
      by: person,
      subject: { kind: "passkey", id },
      before: { name: row.name },
      after: { name },
    });
    return asPasskey({ ...row, name }, host);
  });
}
