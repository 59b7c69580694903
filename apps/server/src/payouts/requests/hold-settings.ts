import type { RequestHolds } from "@rokad/contract/request-hold-state";
import { database, type Db } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { holdsAtSubmission, totalHolds } from "./request-holds.ts";

/** Whether a tenant's requests hold money from their submission, and what those that are open hold. */
export async function showRequestHolds(person: Tenant, db: Db = database()): Promise<RequestHolds> {
  const { count, paise } = await totalHolds(db, person.tenantId);
  return {
    at_submission: await holdsAtSubmission(db, person.tenantId),
    count,
    total: inr(paise),
  };
}

/** Applies to requests that are submitted from now on: the others keep what they hold. */
export function setRequestHolds(
  person: Tenant,
  { at_submission: isOn }: Pick<RequestHolds, "at_submission">,
  run: RunTransaction,
): Promise<RequestHolds> {
  return run(async (db) => {
    const before = await holdsAtSubmission(db, person.tenantId);
    const row = { holds_at_submission: isOn, changed_at: now() };
    await db
      .insertInto("payment_request_settings")
      .values({ tenant_id: person.tenantId, ...row })
      .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(row))
      .execute();
    await record(db, {
      act: "payment_request.holds_changed",
      by: person,
      subject: { kind: "tenant", id: person.tenantId },
      before: { at_submission: before },
      after: { at_submission: isOn },
    });
    await publishChange(db, [person.tenantId], ["requests"]);
    return showRequestHolds(person, db);
  });
}
