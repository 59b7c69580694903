import { formatMoney } from "@rokad/money/format";
import { sql, type RawBuilder } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import { readWaits } from "./select-waits.ts";
import { endWaits, notInTime, phraseOf, type StoredWait } from "./stored-wait.ts";

const atOnce = 200;
const closing = "The account is being closed.";

/**
 * Ends waits whose time is over, and those of businesses that are being closed. Closes the race with
 * funds that arrive now: both lock the waiting row, and the second finds that it ended.
 * @returns how many.
 */
export async function expireWaits(): Promise<number> {
  const expired = await endWaitsThat(sql<boolean>`expires_at <= ${now()}`, "expired", notInTime);
  const ofClosing = sql<boolean>`exists (
    select from tenants
    where tenants.id = tenant_id and (closing_at is not null or closed_at is not null)
  )`;
  return expired + (await endWaitsThat(ofClosing, "cancelled", closing));
}

/** Ends all waits of these tenants, or of all, as the product itself. @returns how many. */
export async function endWaitsOf(tenantIds: TenantChoice): Promise<number> {
  const reason = "The installation was prepared for real money.";
  let count = 0;
  for (let ended = -1; ended !== 0; count += ended)
    ended = await endWaitsThat(ofTenants(tenantIds), "cancelled", reason);
  return count;
}

function endWaitsThat(
  isOver: RawBuilder<boolean>,
  state: "expired" | "cancelled",
  reason: string,
): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<StoredWait>`
      select * from funds_queue where state = 'waiting' and ${isOver}
      order by expires_at, id limit ${atOnce} for update skip locked
    `.execute(db);
    await endWaits(db, rows, { state, reason, by: null });
    return rows.length;
  });
}

/** Reminds once of each payout whose wait ends soon. @returns how many. */
export function remindOfWaits(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<StoredWait>`
      update funds_queue set reminder_at = null
      where id in (
        select id from funds_queue
        where state = 'waiting' and reminder_at <= ${now()}
        order by expires_at, id limit ${atOnce} for update skip locked
      )
      returning *
    `.execute(db);
    const missing = new Map<string, bigint | null>();
    for (const [tenantId, own] of Map.groupBy(rows, ({ tenant_id: id }) => id)) {
      const ids = own.map(({ id }) => id);
      for (const wait of await readWaits(db, { tenantId }, ids)) missing.set(wait.id, wait.missing);
    }
    await notify(
      db,
      rows.map((wait) => ({
        personId: wait.tenant_id,
        kind: "payout_still_waits",
        subjectId: wait.id,
        detail: `${phraseOf(wait)} waits for funds until ${timeOf(wait.expires_at)}. ${whatHelps(missing.get(wait.id) ?? 0n)}`,
      })),
    );
    await publishChange(
      db,
      rows.map(({ tenant_id: id }) => id),
      ["notifications"],
    );
    return rows.length;
  });
}

/** The wallet may cover it, and something else keep it from being sent. */
const whatHelps = (missing: bigint) =>
  missing > 0n
    ? `Add ${formatMoney(inr(missing))} before then, or it is not sent`
    : "It is not sent after that";

/** `21/11/2026 14:05`. */
const timeOf = (at: Date) => dateTimeInIndia(at).slice(0, -":00".length);
