import {
  providerLabel,
  type ReconciledProvider,
  type ReconciliationRun,
} from "@rokad/contract/reconciliation";
import { providerNames } from "@rokad/contract/tenants";
import { CircleAlert, CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { Details, type Detail } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { dayWord, differencesWord } from "./words.ts";

/** How far our books agree with a provider, and how its balance came about. */
export function ProviderCard({ of: provider }: { of: ReconciledProvider }) {
  const name = providerLabel(provider.adapter);
  const { last_run: last } = provider;
  return (
    <Card aria-label={name}>
      <CardHeader
        ruled
        title={name}
        description={railsWord(provider)}
        action={<Verdict of={provider} />}
      />
      <CardBody className="grid gap-4">
        <Notices of={provider} />
        {(provider.missing_settings.length === 0 || last) && (
          <>
            <Details
              of={[
                { label: "Last reconciled", value: last ? dayWord(last.day) : "Not yet" },
                last !== null && {
                  label: "Paid, by our books",
                  value: <Paid of={last.ours} />,
                },
                last !== null && {
                  label: "Paid, by its record",
                  value: <Paid of={last.theirs} />,
                },
              ]}
            />
            <Details of={balanceOf(provider)} className="border-t border-line pt-4" />
            <Unexplained of={provider} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

function Verdict({
  of: { last_run: last, open_count: open, severe_count: severe, missing_settings: missing },
}: {
  of: ReconciledProvider;
}) {
  if (missing.length > 0) {
    return (
      <Badge tone="bad" icon={<CircleX />}>
        Not configured
      </Badge>
    );
  }
  if (open > 0) {
    return (
      <Badge tone={severe > 0 ? "bad" : "warn"} icon={<CircleAlert />}>
        {differencesWord(open)}
      </Badge>
    );
  }
  return last ? (
    <Badge tone="good" icon={<CircleCheck />}>
      Nothing differs
    </Badge>
  ) : (
    <Badge tone="outline" icon={<CircleDashed />}>
      Not reconciled yet
    </Badge>
  );
}

function railsWord({ rails }: ReconciledProvider): string {
  if (rails.length === 0) return "No rail leads to it now";
  return rails
    .map(({ id, is_paused: paused }) => `${providerNames[id]}${paused ? ", paused" : ""}`)
    .join(" · ");
}

function Notices({ of: provider }: { of: ReconciledProvider }) {
  const { missing_settings: missing, has_list: hasList, rails } = provider;
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="bad" title="It can't be asked">
          Missing: {missing.join(", ")}
        </Notice>
      )}
      {rails.some((rail) => rail.is_paused) && (
        <Notice tone="warn">
          It is paused: nothing new is sent over it, and what was sent is reconciled as always.
        </Notice>
      )}
      {!hasList && (
        <Notice tone="info">
          It has no list of its transfers, so it is asked about each of our payouts. A transfer that
          is missing here can&apos;t be seen, and amounts are not compared.
        </Notice>
      )}
    </>
  );
}

function Paid({ of: { count, amount } }: { of: ReconciliationRun["theirs"] }) {
  const counted = `${count.toLocaleString("en-IN")} ${count === 1 ? "payout" : "payouts"}`;
  return amount ? (
    <>
      <Money value={amount} /> in {counted}
    </>
  ) : (
    `${counted}, amounts not told`
  );
}

/** From the balance of last time to the one of now, line by line. */
function balanceOf(provider: ReconciledProvider): (Detail | false)[] {
  const { last_balance: run, last_run: last, tells_balance: tells } = provider;
  if (!tells) return [{ label: "Balance", value: "This provider does not tell it" }];
  const balance = run?.balance;
  if (!balance) return [{ label: "Balance", value: last?.balance_problem ?? "Not told yet" }];
  const { since } = balance;
  const told = { label: `Told ${atWord(balance.told_at)}`, value: <Money value={balance.told} /> };
  if (!since) return [told, { label: "Compared", value: "From the next run on" }];
  return [
    { label: `Opening ${atWord(since.at)}`, value: <Money value={since.opening} /> },
    { label: "Sent since then", value: <Money value={since.paid} sign="−" /> },
    { label: "Provider's charges", value: <Money value={since.charges} sign="−" /> },
    { label: "Failed and returned", value: <Money value={since.returned} sign="+" /> },
    { label: "Expected", value: <Money value={since.expected} />, total: true },
    told,
    { label: "Unexplained", value: <Money value={since.unexplained} />, total: true },
  ];
}

const atWord = (at: string) => `${formatShortDay(at)}, ${formatTime(at)}`;

/** What it may be, which nobody but the provider's statement can tell. */
function Unexplained({ of: { last_balance: run } }: { of: ReconciledProvider }) {
  const paise = run?.balance?.since?.unexplained.amount ?? 0;
  if (paise === 0) return null;
  return paise > 0 ? (
    <Notice tone="info">
      More than our books explain: perhaps money that you added to the provider&apos;s account.
    </Notice>
  ) : (
    <Notice tone="warn">
      Less than our books explain: perhaps a withdrawal, a charge, or a transfer that is missing
      here. Its statement tells.
    </Notice>
  );
}
