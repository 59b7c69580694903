import type { PayoutOutcome } from "@rokad/contract/payout-outcomes";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

/** The details that a provider's support asks for. */
export function OutcomeDetails({ payout }: { payout: PayoutOutcome }) {
  const { provider_charge: charge, adapter } = payout;
  const providerAnswer = [
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
          value: `${providerNames[payout.provider]}${adapter ? `, ${adapter}` : ", not sent"}`,
        },
        payout.handed_at !== null && {
          label: "Sent to provider",
          value: formatDayAndTime(payout.handed_at),
        },
        { label: "Attempts", value: payout.attempts.toLocaleString("en-IN") },
        payout.unknown_since !== null && {
          label: "No clear answer since",
          value: formatDayAndTime(payout.unknown_since),
        },
        payout.next_check_at !== null && {
          label: "Next check",
          value: formatDayAndTime(payout.next_check_at),
        },
        { label: "Provider's last answer", value: providerAnswer || "None" },
        payout.last_problem !== null && { label: "Last problem", value: payout.last_problem },
        payout.provider_reference !== null && {
          label: "Provider reference",
          value: payout.provider_reference,
        },
        payout.utr_number !== null && { label: "UTR", value: payout.utr_number },
        charge !== null && {
          label: "Provider charge",
          value: `${formatMoney(charge.fee)} plus ${formatMoney(charge.tax)} tax`,
        },
        {
          label:
            payout.status === "pending" || payout.status === "processing" ? "On hold" : "Total",
          value: formatMoney(payout.total),
          total: true,
        },
      ]}
    />
  );
}
