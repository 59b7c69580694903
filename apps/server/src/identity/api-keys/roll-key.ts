import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { assertMaySend } from "./change-access.ts";
import { insertSecret } from "./create-key.ts";
import { newSecret } from "./secret.ts";
import { assertNotEnded, describeKey, lockKey } from "./stored-key.ts";

/**
 * Gives a key a new secret, for which the person answers. The secret before stays valid for some hours
 * and acts for the person who received it; older ones end when they would have. After a lost answer the
 * one in use may be an older one. With 0 hours, or if the key did not work, all end at once.
 * @throws 403 unless an owner rolls a key that sends; 404; 409 `API_KEY_ENDED`.
 */
export async function rollKey(person: Tenant, id: string, oldValidHours: number) {
  return transaction(async (db) => {
    const before = await lockKey(db, person, id);
    assertNotEnded(before);
    if (before.scopes.includes("payouts:send")) assertMaySend(person);
    const overlapSeconds = before.state === "active" ? oldValidHours * 3_600 : 0;
    await db
      .updateTable("api_key_secrets")
      .set({ ends_at: secondsFromNow(overlapSeconds) })
      .where("key_id", "=", id)
      .where(({ or, eb }) =>
        or([
          eb("ends_at", "is", null),
          ...(overlapSeconds === 0 ? [eb("ends_at", ">", now())] : []),
        ]),
      )
      .execute();
    const { secret, ...stored } = newSecret(before.mode);
    await insertSecret(db, person, id, stored);
    await db
      .updateTable("api_keys")
      .set({ owner_id: person.member.id, idle_since: now(), warned_at: null, disabled_at: null })
      .where("id", "=", id)
      .execute();
    const key = await describeKey(db, person, id);
    await publishChange(db, [person.tenantId], ["api_keys"]);
    await record(db, {
      act: "api_key.rolled",
      by: person,
      subject: { kind: "api_key", id },
      after: { name: key.name, old_secret_valid_hours: overlapSeconds / 3_600 },
    });
    return { key, secret };
  });
}
