import type { PayoutOutcome } from "@rokad/contract/payout-outcomes";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
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
        { label: t`Status`, value: <StatusBadge status={payout.status} /> },
        { label: t`To`, value: `${payout.beneficiary_name}, ${payout.destination}` },
        {
          label: t`Provider`,
          value: `${translateText(providerNames[payout.provider])}${adapter ? `, ${adapter}` : t`, not sent`}`,
        },
        payout.handed_at !== null && {
          label: t`Sent to provider`,
          value: formatDayAndTime(payout.handed_at),
        },
        { label: t`Attempts`, value: payout.attempts.toLocaleString("en-IN") },
        payout.unknown_since !== null && {
          label: t`No clear answer since`,
          value: formatDayAndTime(payout.unknown_since),
        },
        payout.next_check_at !== null && {
          label: t`Next check`,
          value: formatDayAndTime(payout.next_check_at),
        },
        { label: t`Provider's last answer`, value: providerAnswer || t`None` },
        payout.last_problem !== null && { label: t`Last problem`, value: payout.last_problem },
        payout.provider_reference !== null && {
          label: t`Provider reference`,
          value: payout.provider_reference,
        },
        payout.utr_number !== null && { label: "UTR", value: payout.utr_number },
        charge !== null && {
          label: t`Provider charge`,
          value: t`${formatMoney(charge.fee)} plus ${formatMoney(charge.tax)} tax`,
        },
        {
          label:
            payout.status === "pending" || payout.status === "processing" ? t`On hold` : t`Total`,
          value: formatMoney(payout.total),
          total: true,
        },
      ]}
    />
  );
}
