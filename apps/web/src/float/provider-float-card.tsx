import type { ProviderFloat } from "@rokad/contract/float";
import type { recordFundTransfer } from "@rokad/contract/fund-transfers";
import { providerLabel } from "@rokad/contract/reconciliation";
import { providerNames } from "@rokad/contract/tenants";
import { formatMoney } from "@rokad/money/format";
import { toDecimal } from "@rokad/money/money";
import { translateText } from "../answers.ts";
import { joinOr } from "../ui/join-words.ts";
import { t } from "../super-admin-language.ts";
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
  const name = translateText(providerLabel(provider.adapter));
  const { reconciliation } = provider;
  const gaps = reconciliation ? providerGaps(reconciliation) : undefined;
  return (
    <Card aria-label={name}>
      <CardHeader
        ruled
        title={name}
        description={
          provider.rails.map((id) => translateText(providerNames[id])).join(" · ") || t`Not in use`
        }
        action={<Agreement gaps={isOutdated(reconciliation, asOf) ? undefined : gaps} />}
      />
      <CardBody className="grid gap-4">
        {provider.low && (
          <Notice tone="warn" title={t`Low balance: ${provider.low.reason}`}>
            {t`Payouts are still sent. Top up before the balance is used up.`}
          </Notice>
        )}
        {provider.balance_problem && (
          <Notice tone="info" title={t`The balance could not be read`}>
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
          label: t`Balance`,
          value: balance ? (
            <Money value={balance.reported} />
          ) : isReported ? (
            t`Not read yet`
          ) : (
            t`Not reported by this provider`
          ),
        },
        balance !== null && { label: t`Read`, value: formatDayAndTime(balance.read_at) },
        isReported && {
          label: t`Lasts`,
          value:
            runway === null
              ? t`No payouts in the last 24 hours`
              : t`${formatRunway(runway)} at the rate of the last 24 hours`,
        },
        isReported && {
          label: t`Alert below`,
          value:
            joinOr(
              [threshold && formatMoney(threshold), hoursMin && formatRunway(hoursMin)].filter(
                (limit) => typeof limit === "string",
              ),
            ) || t`Off`,
        },
        { label: t`Our books now`, value: <Money value={provider.books} /> },
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
          label: t`Transferred to the provider`,
          value: <Money value={reconciliation.transferred} />,
        },
        { label: t`Payouts`, value: <Money value={reconciliation.paid} sign="−" /> },
        { label: t`Provider's charges`, value: <Money value={reconciliation.charges} sign="−" /> },
        part(t`Adjustments`, reconciliation.adjusted),
        { label: t`Our books`, value: <Money value={reconciliation.expected} />, total: true },
        part(t`Payouts in flight`, parts.in_flight),
        part(t`Charges not yet booked`, parts.unbooked_charges),
        part(t`Transfers on the way`, parts.on_the_way),
        part(t`Credits not recorded`, parts.unrecorded),
        {
          label: t`Reported balance`,
          value: <Money value={reconciliation.reported} />,
        },
        { label: t`Unexplained`, value: <Money value={reconciliation.unexplained} />, total: true },
        { label: t`Compared`, value: formatDayAndTime(reconciliation.read_at) },
      ]}
    />
  );
}

function Unrecorded({ of: provider, onRecord }: Omit<ProviderFloatCardProps, "asOf">) {
  const { adapter, unrecorded_credits: credits } = provider;
  if (credits.length === 0) return null;
  return (
    <section
      aria-label={t`Credits of ${translateText(providerLabel(adapter))} that are not recorded`}
    >
      <h3 className="text-dense font-semibold">{t`Credits that are not recorded`}</h3>
      <ul className="mt-1 divide-y divide-line">
        {credits.map((credit) => (
          <li
            key={credit.reference}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <div className="min-w-0">
              <p className="text-dense font-medium tabular-nums">{formatMoney(credit.amount)}</p>
              <p className="text-xs break-words text-muted">
                {credit.utr_reference ?? t`No UTR`} · {formatDayAndTime(credit.arrived_at)}
              </p>
            </div>
            <Permitted<typeof recordFundTransfer> needs="finance">
              <Button
                size="sm"
                variant="secondary"
                aria-label={t`Record ${formatMoney(credit.amount)}`}
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
                {t`Record`}
              </Button>
            </Permitted>
          </li>
        ))}
      </ul>
    </section>
  );
}
