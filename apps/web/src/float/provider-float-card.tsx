import type { ProviderFloat } from "@rokad/contract/float";
import type { recordFundTransfer } from "@rokad/contract/fund-transfers";
import { providerLabel } from "@rokad/contract/reconciliation";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { toDecimal } from "@rokad/money/money";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatRunway } from "../ui/runway.ts";
import { Agreement, Gaps } from "./agreement.tsx";
import { isOutdated, providerGaps } from "./describe-gaps.ts";
import type { TransferStart } from "./transfer-dialog.tsx";

interface ProviderFloatCardProps {
  of: ProviderFloat;
  asOf: string;
  onRecord: (start: TransferStart) => void;
}

/** A provider's balance, what our books say, and what explains the difference. */
export function ProviderFloatCard({ of: provider, asOf, onRecord }: ProviderFloatCardProps) {
  const name = providerLabel(provider.adapter);
  const { reconciliation } = provider;
  const gaps = reconciliation ? providerGaps(reconciliation) : undefined;
  return (
    <Card aria-label={name}>
      <CardHeader
        ruled
        title={name}
        description={provider.rails.map((id) => providerNames[id]).join(" · ") || "Not in use"}
        action={<Agreement gaps={isOutdated(reconciliation, asOf) ? undefined : gaps} />}
      />
      <CardBody className="grid gap-4">
        {provider.low && (
          <Notice tone="warn" title={`Low balance: ${provider.low.reason}`}>
            Payouts are still sent. Top up before the balance is used up.
          </Notice>
        )}
        {provider.balance_problem && (
          <Notice tone="info" title="The balance could not be read">
            {provider.balance_problem}
          </Notice>
        )}
        <Gaps of={gaps} />
        <Reading of={provider} />
        <Explanation of={provider} />
        <Unrecorded of={provider} onRecord={onRecord} />
      </CardBody>
    </Card>
  );
}

function Reading({ of: provider }: { of: ProviderFloat }) {
  const { balance, reports_balance: isReported, runway_hours: runway, threshold } = provider;
  const { runway_hours_min: hoursMin } = provider;
  return (
    <Details
      of={[
        {
          label: "Balance",
          value: balance ? (
            <Money value={balance.reported} />
          ) : isReported ? (
            "Not read yet"
          ) : (
            "Not reported by this provider"
          ),
        },
        balance !== null && { label: "Read", value: formatDayAndTime(balance.read_at) },
        isReported && {
          label: "Lasts",
          value:
            runway === null
              ? "No payouts in the last 24 hours"
              : `${formatRunway(runway)} at the rate of the last 24 hours`,
        },
        isReported && {
          label: "Alert below",
          value:
            [threshold && formatMoney(threshold), hoursMin && formatRunway(hoursMin)]
              .filter(Boolean)
              .join(" or ") || "Off",
        },
        { label: "Our books now", value: <Money value={provider.books} /> },
      ]}
    />
  );
}

function Explanation({ of: { reconciliation } }: { of: ProviderFloat }) {
  if (!reconciliation) return null;
  const { parts } = reconciliation;
  const part = (label: string, value: typeof parts.in_flight) =>
    value.amount !== 0 && { label, value: <Money value={value} /> };
  return (
    <Details
      className="border-t border-line pt-4"
      of={[
        {
          label: "Transferred to the provider",
          value: <Money value={reconciliation.transferred} />,
        },
        { label: "Payouts", value: <Money value={reconciliation.paid} sign="−" /> },
        { label: "Provider's charges", value: <Money value={reconciliation.charges} sign="−" /> },
        part("Adjustments", reconciliation.adjusted),
        { label: "Our books", value: <Money value={reconciliation.expected} />, total: true },
        part("Payouts in flight", parts.in_flight),
        part("Charges not yet booked", parts.unbooked_charges),
        part("Transfers on the way", parts.on_the_way),
        part("Credits not recorded", parts.unrecorded),
        {
          label: "Reported balance",
          value: <Money value={reconciliation.reported} />,
        },
        { label: "Unexplained", value: <Money value={reconciliation.unexplained} />, total: true },
        { label: "Compared", value: formatDayAndTime(reconciliation.read_at) },
      ]}
    />
  );
}

function Unrecorded({ of: provider, onRecord }: Omit<ProviderFloatCardProps, "asOf">) {
  const { adapter, unrecorded_credits: credits } = provider;
  if (credits.length === 0) return null;
  return (
    <section aria-label={`Credits of ${providerLabel(adapter)} that are not recorded`}>
      <h3 className="text-dense font-semibold">Credits that are not recorded</h3>
      <ul className="mt-1 divide-y divide-line">
        {credits.map((credit) => (
          <li
            key={credit.reference}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <div className="min-w-0">
              <p className="text-dense font-medium tabular-nums">{formatMoney(credit.amount)}</p>
              <p className="text-xs break-words text-muted">
                {credit.utr_reference ?? "No UTR"} · {formatDayAndTime(credit.arrived_at)}
              </p>
            </div>
            <Permitted<typeof recordFundTransfer> needs="finance">
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Record ${formatMoney(credit.amount)}`}
                onClick={() =>
                  onRecord({
                    from: credit.utr_reference === null ? "own_funds" : "bank",
                    to: adapter,
                    amount: Number(toDecimal(credit.amount)),
                    utr_reference: credit.utr_reference ?? "",
                    credit_reference: credit.reference,
                  })
                }
              >
                Record
              </Button>
            </Permitted>
          </li>
        ))}
      </ul>
    </section>
  );
}
