import type { ApiKey } from "@rokad/contract/api-key";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { now } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { record } from "../audit/record.ts";
import { describeKey, lockKey } from "./stored-key.ts";

/** Ends a key for good, on every server with the commit. @throws 404. */
export function revokeKey(person: Tenant, id: string): Promise<ApiKey> {
  return transaction(async (db) => {
    // A payout reads the key under the wallet's lock, so none starts after the revocation.
    await ledger.lock(db, [person.tenantId]);
    const before = await lockKey(db, person, id);
    if (before.state === "revoked") return before;
    await db
      .updateTable("api_keys")
      .set({ revoked_at: now(), revoked_by: person.member.id })
      .where("id", "=", id)
      .execute();
    await publishChange(db, [person.tenantId], ["api_keys"]);
    const after = await describeKey(db, person, id);
    await record(db, {
      act: "api_key.revoked",
      by: person,
      subject: { kind: "api_key", id },
      before: { name: before.name, scopes: before.scopes },
    });
    return after;
  });
}
