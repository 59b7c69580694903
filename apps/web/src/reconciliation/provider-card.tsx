import {
  providerLabel,
  type ReconciledProvider,
  type ReconciliationRun,
} from "@rokad/contract/reconciliation";
import { providerNames } from "@rokad/contract/tenants";
import { CircleAlert, CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatShortDay, formatTime, formatWeekday } from "../ui/dates.ts";
import { Details, type Detail } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { describeDifferences } from "./labels.ts";
import { LateChecks } from "./late-checks.tsx";

/** Whether our record matches a provider's, and how its balance changed. */
export function ProviderCard({ of: provider }: { of: ReconciledProvider }) {
  const name = translateText(providerLabel(provider.adapter));
  const { last_run: last } = provider;
  return (
    <Card aria-label={name}>
      <CardHeader
        ruled
        title={name}
        description={describeUse(provider)}
        action={<Verdict of={provider} />}
      />
      <CardBody className="grid gap-4">
        <Notices of={provider} />
        {(provider.missing_settings.length === 0 || last) && (
          <>
            <Details
              of={[
                { label: t`Last reconciled`, value: last ? formatWeekday(last.day) : t`Not yet` },
                last !== null && {
                  label: t`Paid, our record`,
                  value: <Paid of={last.ours} />,
                },
                last !== null && {
                  label: t`Paid, provider's record`,
                  value: <Paid of={last.theirs} />,
                },
              ]}
            />
            <Details of={balanceOf(provider)} className="border-t border-line pt-4" />
            <Unexplained of={provider} />
            <LateChecks of={provider.late_checks} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

function Verdict({ of: provider }: { of: ReconciledProvider }) {
  const { last_run: last, open_count: open, severe_count: severe } = provider;
  const { missing_settings: missing, balance_off: off } = provider;

  if (missing.length > 0) {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        {t`Not configured`}
      </Badge>
    );
  }
  if (open > 0 || off) {
    return (
      <Badge tone={severe > 0 || off ? "bad" : "warn"} icon={<CircleAlert />}>
        {describeDifferences(open, off)}
      </Badge>
    );
  }
  return last ? (
    <Badge tone="good" icon={<CircleCheck />}>
      {t`No differences`}
    </Badge>
  ) : (
    <Badge tone="outline" icon={<CircleDashed />}>
      {t`Not reconciled yet`}
    </Badge>
  );
}

function describeUse({ rails }: ReconciledProvider): string {
  if (rails.length === 0) return t`Not in use`;
  return rails
    .map(
      ({ id, is_paused: paused }) =>
        `${translateText(providerNames[id])}${paused ? t`, paused` : ""}`,
    )
    .join(" · ");
}

function Notices({ of: provider }: { of: ReconciledProvider }) {
  const { missing_settings: missing, has_list: hasList, rails } = provider;
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="bad" title={t`This provider can't be reconciled`}>
          {t`Missing: ${missing.join(", ")}`}
        </Notice>
      )}
      {rails.some((rail) => rail.is_paused) && (
        <Notice tone="warn">
          {t`Paused: no new payouts go through it. Sent payouts are still reconciled.`}
        </Notice>
      )}
      {!hasList && (
        <Notice tone="info">
          {t`This provider has no list of transfers, so each of our payouts is checked. Transfers missing here can't be found, and amounts are not compared.`}
        </Notice>
      )}
    </>
  );
}

function Paid({ of: { count, amount } }: { of: ReconciliationRun["theirs"] }) {
  const counted =
    count === 1
      ? t`${count.toLocaleString("en-IN")} payout`
      : t`${count.toLocaleString("en-IN")} payouts`;
  return amount ? (
    <>
      <Money value={amount} /> {t`in ${counted}`}
    </>
  ) : (
    t`${counted}, amounts not reported`
  );
}

/** The lines from the previous balance to the current one. */
function balanceOf(provider: ReconciledProvider): (Detail | false)[] {
  const { last_balance: run, last_run: last, reports_balance: isReported } = provider;
  if (!isReported) return [{ label: t`Balance`, value: t`Not reported by this provider` }];
  const balance = run?.balance;
  if (!balance) return [{ label: t`Balance`, value: last?.balance_problem ?? t`Not reported yet` }];
  const { since } = balance;
  const reported = {
    label: t`Reported ${formatMoment(balance.reported_at)}`,
    value: <Money value={balance.reported} />,
  };
  if (!since) return [reported, { label: t`Compared`, value: t`From the next run` }];
  return [
    { label: t`Opening ${formatMoment(since.at)}`, value: <Money value={since.opening} /> },
    since.transferred.amount !== 0 && {
      label: t`Transferred and adjusted`,
      value: <Money value={since.transferred} />,
    },
    { label: t`Sent since then`, value: <Money value={since.paid} sign="−" /> },
    { label: t`Provider's charges`, value: <Money value={since.charges} sign="−" /> },
    { label: t`Failed and returned`, value: <Money value={since.returned} sign="+" /> },
    { label: t`Expected`, value: <Money value={since.expected} />, total: true },
    reported,
    { label: t`Unexplained`, value: <Money value={since.unexplained} />, total: true },
  ];
}

const formatMoment = (at: string) => `${formatShortDay(at)}, ${formatTime(at)}`;

/** Possible reasons for an unexplained amount; only the provider's statement shows the real one. */
function Unexplained({ of: { balance_off: off } }: { of: ReconciledProvider }) {
  if (!off) return null;
  return off.amount > 0 ? (
    <Notice tone="info">
      {t`More than our record explains: perhaps a top-up that nobody recorded on the Float page.`}
    </Notice>
  ) : (
    <Notice tone="warn">
      {t`Less than our record explains: perhaps a withdrawal, a charge, or a transfer that never arrived. Check the provider's statement.`}
    </Notice>
  );
}
