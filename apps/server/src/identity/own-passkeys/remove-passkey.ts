import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { notify } from "../notifications/notify.ts";

/**
 * Removes a person's passkey, and notifies the person. Codes still work, so nobody is locked out.
 * @throws 404 for an unknown one and for another person's.
 */
export function removePasskey(person: Person, id: string): Promise<void> {
  return transaction(async (db) => {
    const removed = await db
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("person_id", "=", person.member.id)
      .returning(["name", "rp_id"])
      .executeTakeFirst();
    if (!removed) throw notFound("This passkey");
    const { name, rp_id: host } = removed;
    await notify(db, [
      { personId: person.member.id, kind: "passkey_removed", subjectId: id, detail: name },
    ]);
    await publishChange(db, [person.member.id], ["notifications", "account"]);
    await record(db, {
      act: "passkey.removed",
      by: person,
      subject: { kind: "passkey", id },
      before: { name, host },
    });
  });
}
