import { pickPayoutFields } from "@rokad/contract/payout-fields";
import { notFound } from "../../kernel/errors.ts";
import { totalOf } from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asPayout } from "./list-payouts.ts";
import { whyNotCancellable } from "../cancel/why-not-cancellable.ts";
import { describeEvent, type PayoutEvent } from "../payout-states.ts";
import { explainOpenPayout } from "./explain-open-payout.ts";
import { findPayout, selectEvents, selectReturns } from "../queries.ts";

/**
 * One payout with its timeline.
 * @throws 404, for another tenant's payout too.
 */
export async function showPayout(tenant: Tenant, id: string) {
  const row = await findPayout(tenant, id);
  if (!row) throw notFound("This payout");
  const [events, returns, open_outcome] = await Promise.all([
    selectEvents(row.id),
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
    can_cancel: whyNotCancellable(row) === undefined && mayDo(tenant, "pay"),
    beneficiary:
      row.beneficiary_id && row.way_id ? { id: row.beneficiary_id, way_id: row.way_id } : null,
    returns: returns.map((each) => ({
      at: each.created_at.toISOString(),
      amount: inr(each.amount_paise - each.fee_paise - each.gst_paise),
      charges: inr(each.fee_paise + each.gst_paise),
      reference: each.return_reference ?? "",
    })),
    timeline: [
      line(row.created_at, "requested", null),
      ...events.map(({ at, event, detail }) => line(at, event as PayoutEvent, detail)),
    ],
  };
}
