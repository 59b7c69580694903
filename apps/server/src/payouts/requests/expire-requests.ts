import { sql, type RawBuilder } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { phraseOf } from "../phrase-of.ts";
import { recordEvents } from "./record-events.ts";
import { releaseHolds, withReturned } from "./request-holds.ts";
import type { StoredRequest } from "./stored-request.ts";

const batchMax = 200;

/**
 * Ends requests that were not sent in time. Skips those that someone acts on: an approval in progress
 * locks its request, and counts if it began before the end.
 * @returns how many.
 */
export function expireRequests(): Promise<number> {
  return endRequests(sql<boolean>`expires_at <= ${now()}`, expired);
}

/**
 * Withdraws requests that pay a saved account which was replaced or removed since. Until then they
 * can't be sent, because a payout is refused for an account that ended.
 * @returns how many.
 */
export function withdrawOutdatedRequests(): Promise<number> {
  const isOutdated = sql<boolean>`destination_id is not null and exists (
    select from payout_destinations
    where payout_destinations.id = destination_id and ended_at is not null
  )`;
  return endRequests(isOutdated, withdrawn);
}

/** Ends the requests of these tenants, or all, before their time. @returns how many. */
export async function endRequestsOf(tenantIds: TenantChoice): Promise<number> {
  let count = 0;
  for (let ended = -1; ended !== 0; count += ended)
    ended = await endRequests(ofTenants(tenantIds), expired);
  return count;
}

/** How the product itself ends requests. */
interface Ending {
  readonly state: "expired" | "withdrawn";
  /** Shown with the request. */
  readonly reason: string | null;
  /** What the notification says. @param request its amount and payee. */
  readonly textOf: (request: string) => string;
}

const expired: Ending = {
  state: "expired",
  reason: null,
  textOf: (request) => `${request} was not sent in time. Prepare it again if it is still due`,
};
const withdrawn: Ending = {
  state: "withdrawn",
  reason: "Its account was replaced or removed.",
  textOf: (request) =>
    `${request}: the account was replaced or removed. Prepare it again with the new one`,
};

function endRequests(
  isOver: RawBuilder<boolean>,
  { state, reason, textOf }: Ending,
): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<StoredRequest>`
      update payment_requests
      set state = ${state}, closed_at = ${now()}, closing_reason = ${reason}
      where id in (
        select id from payment_requests
        where state in ('draft', 'awaiting_approval', 'approved') and payout_id is null
          and ${isOver}
        order by expires_at limit ${batchMax} for update skip locked
      )
      returning *
    `.execute(db);
    if (rows.length === 0) return 0;
    const returned = await releaseHolds(db, rows);
    await recordEvents(
      db,
      rows.map((request) => ({
        request,
        event: state,
        personId: null,
        detail: withReturned(reason, returned.get(request.id)),
      })),
    );
    await notify(
      db,
      rows.map((request) => ({
        personId: request.tenant_id,
        kind: `request_${state}` as const,
        subjectId: request.id,
        detail: textOf(phraseOf(request)),
      })),
    );
    const tenants = rows.map((request) => request.tenant_id);
    await publishChange(db, tenants, ["requests", "notifications", "wallet"]);
    for (const { id } of rows)
      await record(db, {
        act: `payment_request.${state}`,
        by: null,
        subject: { kind: "payment_request", id },
        reason,
      });
    return rows.length;
  });
}
