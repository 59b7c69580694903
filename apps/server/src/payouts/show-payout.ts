import { notFound } from "../errors.ts";
import { totalOf } from "../ledger/ledger.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";
import { asPayout } from "./list-payouts.ts";
import { eventSentences, type PayoutEvent } from "./payout-states.ts";
import { openOutcomeOf } from "./open-outcome.ts";
import { eventsOf, payoutOf } from "./queries.ts";

/**
 * One payout with its timeline.
 * @throws 404, for another tenant's payout too.
 */
export async function showPayout(tenant: Tenant, id: string) {
  const row = await payoutOf(tenant, id);
  if (!row) throw notFound("This payout");
  const [events, open_outcome] = await Promise.all([eventsOf(row.id), openOutcomeOf(row)]);
  return {
    ...asPayout(tenant, row),
    beneficiary_email: row.beneficiary_email,
    beneficiary_phone: row.beneficiary_phone,
    beneficiary_address: row.beneficiary_address,
    remarks: row.remarks,
    total: inr(
      totalOf({ amountPaise: row.amount_paise, feePaise: row.fee_paise, gstPaise: row.gst_paise }),
    ),
    open_outcome,
    timeline: [
      { at: row.created_at.toISOString(), event: "requested", sentence: eventSentences.requested },
      ...events.map(({ at, event, detail }) => ({
        at: at.toISOString(),
        event,
        sentence: sentenceOf(event as PayoutEvent, detail),
      })),
    ],
  };
}

const withDetail: ReadonlySet<PayoutEvent> = new Set(["explained", "failed", "reversed"]);

function sentenceOf(event: PayoutEvent, detail: string | null): string {
  if (event === "success" && detail) return `${eventSentences.success}, UTR ${detail}`;
  if (event === "not_taken" && detail)
    return `Could not be handed over: ${detail}. Nothing was sent, and it is tried again`;
  if (event === "accepted" && detail) return `The provider accepted the payout. ${detail}`;
  if (withDetail.has(event) && detail) return `${eventSentences[event]}: ${detail}`;
  return eventSentences[event];
}
