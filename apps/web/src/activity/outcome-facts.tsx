import type { PayoutOutcome } from "@rokad/contract/payout-outcomes";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

/** What one reads to the provider's support desk. */
export function OutcomeFacts({ payout }: { payout: PayoutOutcome }) {
  const { provider_charge: charge, adapter } = payout;
  const said = [
    payout.provider_state,
    payout.provider_raw_state !== payout.provider_state &&
      payout.provider_raw_state &&
      `(${payout.provider_raw_state})`,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <Details
      of={[
        { label: "Status", value: <StatusBadge status={payout.status} /> },
        { label: "To", value: `${payout.beneficiary_name}, ${payout.destination}` },
        {
          label: "Provider",
          value: `${providerNames[payout.provider]}${adapter ? `, by ${adapter}` : ", not handed over"}`,
        },
        payout.handed_at !== null && {
          label: "Handed over",
          value: formatDayAndTime(payout.handed_at),
        },
        { label: "Tries", value: payout.attempts.toLocaleString("en-IN") },
        payout.unknown_since !== null && {
          label: "No clear answer since",
          value: formatDayAndTime(payout.unknown_since),
        },
        payout.next_look_at !== null && {
          label: "Asked next",
          value: formatDayAndTime(payout.next_look_at),
        },
        { label: "The provider said last", value: said || "Nothing" },
        payout.last_problem !== null && { label: "Last problem", value: payout.last_problem },
        payout.provider_reference !== null && {
          label: "Its own reference",
          value: payout.provider_reference,
        },
        payout.utr_number !== null && { label: "UTR", value: payout.utr_number },
        charge !== null && {
          label: "It charges us",
          value: `${formatMoney(charge.fee)} and ${formatMoney(charge.tax)} tax`,
        },
        {
          label:
            payout.status === "pending" || payout.status === "processing" ? "Held for it" : "Total",
          value: formatMoney(payout.total),
          total: true,
        },
      ]}
    />
  );
}
