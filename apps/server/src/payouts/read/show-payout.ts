import { pickPayoutFields } from "@rokad/contract/payout-fields";
import { notFound } from "../../kernel/errors.ts";
import { totalOf } from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import { database } from "../../database/db.ts";
import { mayCancelWait } from "../funds-queue/cancel-wait.ts";
import { findWait, type WaitDetail } from "../funds-queue/select-waits.ts";
import { asPayout } from "./list-payouts.ts";
import { whyNotCancellableByTenant } from "../cancel/why-not-cancellable.ts";
import { describeEvent, type PayoutEvent } from "../payout-states.ts";
import { explainOpenPayout } from "./explain-open-payout.ts";
import { findProgram } from "./find-program.ts";
import { findPayout, selectEvents, selectReturns } from "../queries.ts";

/**
 * One payout with its timeline, also one that waits for funds, or was not funded.
 * @throws 404, for another tenant's payout too.
 */
export async function showPayout(tenant: Tenant, id: string) {
  // In this order: a wait that is funded between the two has its payout in the second. The other order
  // would find neither, and show a payout that is being sent as cancelled.
  const wait = await findWait(tenant, id);
  const row = await findPayout(tenant, id);
  if (!row && wait) return showWait(tenant, wait);
  if (!row) throw notFound("This payout");
  const [events, program, returns, open_outcome] = await Promise.all([
    selectEvents(row.id),
    findProgram(row.id),
    row.returned_paise > 0n ? selectReturns(row.id) : [],
    explainOpenPayout(row),
  ]);
  const totalPaise = totalOf({
    amountPaise: row.amount_paise,
    feePaise: row.fee_paise,
    gstPaise: row.gst_paise,
  });
  // What parts brought back does not come back again with the rest.
  const restPaise = totalPaise - returns.reduce((sum, each) => sum + each.amount_paise, 0n);
  const line = (at: Date, event: PayoutEvent, detail: string | null) => ({
    at: at.toISOString(),
    event,
    sentence: describeEvent(event, detail, event === "reversed" ? restPaise : totalPaise),
  });
  return {
    ...asPayout(tenant, row),
    ...pickPayoutFields(row),
    total: inr(totalPaise),
    initiated_by: row.initiator_name,
    open_outcome,
    can_cancel: whyNotCancellableByTenant(row) === undefined && mayDo(tenant, "pay"),
    can_cancel_wait: false,
    beneficiary:
      row.beneficiary_id && row.destination_id
        ? { id: row.beneficiary_id, destination_id: row.destination_id }
        : null,
    program,
    returns: returns.map((each) => ({
      at: each.created_at.toISOString(),
      amount: inr(each.amount_paise - each.fee_paise - each.gst_paise),
      charges: inr(each.fee_paise + each.gst_paise),
      reference: each.return_reference ?? "",
    })),
    timeline: [
      ...(wait ? [line(wait.created_at, "waits_for_funds", null)] : []),
      line(row.created_at, "requested", null),
      ...events.map(({ at, event, detail }) => line(at, event as PayoutEvent, detail)),
    ],
  };
}

/** A payout that is not created: nothing is on hold, and no provider knows it. */
async function showWait(tenant: Tenant, wait: WaitDetail) {
  const total = totalOf({
    amountPaise: wait.amount_paise,
    feePaise: wait.fee_paise,
    gstPaise: wait.gst_paise,
  });
  const line = (at: Date, event: PayoutEvent, detail: string | null) => ({
    at: at.toISOString(),
    event,
    sentence: describeEvent(event, detail, total),
  });
  const isWaiting = wait.state === "waiting";
  return {
    ...asPayout(tenant, wait),
    ...pickPayoutFields(wait),
    total: inr(total),
    initiated_by: wait.initiator_name,
    open_outcome: null,
    can_cancel: false,
    can_cancel_wait: isWaiting && (await mayCancelWait(database(), tenant, wait)),
    beneficiary:
      wait.beneficiary_id && wait.destination_id
        ? { id: wait.beneficiary_id, destination_id: wait.destination_id }
        : null,
    program: await findProgram(wait.id),
    returns: [],
    timeline: [
      line(wait.created_at, "waits_for_funds", null),
      ...(wait.ended_at ? [line(wait.ended_at, "wait_ended", wait.failure_reason)] : []),
    ],
  };
}
