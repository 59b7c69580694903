import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { releaseHolds } from "./request-holds.ts";
import type { StoredRequest } from "./stored-request.ts";

const atOnce = 200;

/**
 * Returns what is held for requests that hold nothing any more: one that a server of the previous
 * version ended or edited, which knows no holds, and those of a business that is being closed, whose
 * balance is paid out.
 * @returns how many.
 */
export function returnStrayHolds(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<Pick<StoredRequest, "id" | "tenant_id">>`
      select payment_requests.id, payment_requests.tenant_id
      from request_holds
      join payment_requests on payment_requests.id = request_id
      join tenants on tenants.id = payment_requests.tenant_id
      where released_at is null and (
        state not in ('awaiting_approval', 'approved') or payment_requests.payout_id is not null
        or payment_requests.revision <> request_holds.revision or closing_at is not null
      )
      order by payment_requests.id limit ${atOnce}
      for update of payment_requests skip locked
    `.execute(db);
    const returned = await releaseHolds(db, rows);
    if (returned.size === 0) return 0;
    const tenants = rows.map(({ tenant_id: id }) => id);
    await publishChange(db, tenants, ["requests", "wallet"]);
    return returned.size;
  });
}
