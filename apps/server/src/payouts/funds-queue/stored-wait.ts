import type { PayoutSource } from "@rokad/contract/approval-policies";
import { formatMoney } from "@rokad/money/format";
import { sql, type Selectable } from "kysely";
import type { Tx } from "../../database/db.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { FundsQueue } from "../../database/tables.generated.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import type { Person } from "../../kernel/person.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";
import { chargesOf } from "../initiate/wait-for-funds.ts";

/** A payout that waits for funds, or did, as the database stores it. */
export interface StoredWait extends Selectable<FundsQueue> {
  readonly source: PayoutSource;
  readonly state: "waiting" | "funded" | "cancelled" | "expired";
}

/** The order as it was authorised. @throws {Error} if its row has other charges. */
export function orderOf(wait: StoredWait): RequestedOrder {
  const { order, charges } = JSON.parse(
    decrypt("payout waiting for funds", wait.id, wait.order_encrypted),
  ) as { order: RequestedOrder; charges: string };
  const stored = chargesOf({
    amountPaise: wait.amount_paise,
    feePaise: wait.fee_paise,
    gstPaise: wait.gst_paise,
  });
  if (charges !== stored) throw new Error(`Payout ${wait.id} differs from what was authorised`);
  return order;
}

export const totalOfWait = (wait: StoredWait) =>
  wait.amount_paise + wait.fee_paise + wait.gst_paise;

/** `₹1,500.00 to Asha Rao`. */
export function phraseOf(wait: Pick<StoredWait, "amount_paise" | "beneficiary_name">): string {
  return `${formatMoney(inr(wait.amount_paise))} to ${wait.beneficiary_name}`;
}

/** Why a wait whose time is over ended. */
export const notInTime = "Funds did not arrive in time.";

interface Ending {
  readonly state: "cancelled" | "expired";
  /** Null for a cancellation by the tenant's own people. */
  readonly reason: string | null;
  readonly by: Person | null;
}

/** Ends waits that the caller has locked, and reports it. */
export async function endWaits(
  db: Tx,
  waits: readonly StoredWait[],
  ending: Ending,
): Promise<void> {
  if (waits.length === 0) return;
  await updateEnded(db, waits, ending.state);
  await sql`
    update funds_queue
    set ended_by = ${ending.by?.member.id ?? null}::uuid, ended_reason = ${ending.reason}
    where id = any(${waits.map(({ id }) => id)}::uuid[])
  `.execute(db);
  await reportEnds(db, waits, ending);
}

/**
 * Notifies of what did not come from the tenant's own people. A payment request of it can be sent
 * again: a task returns it, because what holds the wallet may not lock requests.
 */
export async function reportEnds(
  db: Tx,
  waits: readonly StoredWait[],
  { reason, by }: Pick<Ending, "reason" | "by">,
): Promise<void> {
  if (reason !== null)
    await notify(
      db,
      waits.map((wait) => ({
        personId: wait.tenant_id,
        kind: "payout_wait_ended" as const,
        subjectId: wait.id,
        detail: `${phraseOf(wait)} was not sent. ${reason.replace(/\.?$/, ".")} Nothing was on hold`,
      })),
    );
  await publishChange(
    db,
    waits.map(({ tenant_id: id }) => id),
    ["payouts", "notifications"],
  );
  for (const { id, reference_id } of waits)
    await record(db, {
      act: by ? "payout.cancelled" : "payout.wait_ended",
      by,
      subject: { kind: "payout", id },
      reason,
      before: { status: "pending", waiting_for_funds: true },
      after: { status: "cancelled", reference_id },
    });
}

/** Numbers the ends in their order, by place among these, for the verification. */
export async function updateEnded(
  db: Tx,
  waits: readonly StoredWait[],
  state: Exclude<StoredWait["state"], "waiting">,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with numbered as materialized (
      select id, nextval('funds_queue_ended_number') as number from (
        select id from funds_queue where id = any(${waits.map(({ id }) => id)}::uuid[])
        order by place
      ) as ordered
    )
    update funds_queue set state = ${state}, ended_at = ${now()}, ended_number = number,
      reminder_at = null, stopped_reason = null, retry_at = null
    from numbered where funds_queue.id = numbered.id and state = 'waiting'
  `.execute(db);
  if (Number(numAffectedRows) !== waits.length) throw new Error("A payout did not wait any more");
}
