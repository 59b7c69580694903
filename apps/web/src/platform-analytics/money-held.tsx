import { exportMoneyHeld, getMoneyHeld, type MoneyHeld } from "@rokad/contract/platform-analytics";
import { todayInIndia } from "@rokad/contract/fields";
import { formatMoney } from "@rokad/money/format";
import { formatUnit } from "../ui/durations.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { useApi } from "../api/use-api.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { Card } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import type { Column } from "../ui/table-cards.ts";
import { SectionHeader } from "./section-header.tsx";
import { ShareBar } from "./share-bar.tsx";

/** Money on hold for open payouts by age and for payment requests, available balances and pending deposits, right now. */
export function MoneyHeldPart() {
  const { data, error, isValidating, mutate } = useApi(getMoneyHeld, {}, { pollSeconds: 60 });
  const answer = data?.data;
  return (
    <Section title={t`Money held now`}>
      {error && !answer ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load the money held`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      ) : (
        <div className="grid min-w-0 gap-4">
          {answer && !agrees(answer.held) && (
            <Notice tone="bad" title={t`Open payouts, payment requests and the ledger differ`}>
              {t`On hold in the ledger: ${formatMoney(answer.held.ledger_total)}. Open payouts: ${formatMoney(answer.held.total)}. Payment requests: ${formatMoney(answer.held.requests.total)}. Run the verification on the Books page.`}
            </Notice>
          )}
          <HeldFigures answer={answer} />
          <Ages answer={answer} />
        </div>
      )}
    </Section>
  );
}

function agrees({ total, requests, ledger_total: ledger }: MoneyHeld["held"]): boolean {
  return total.amount + requests.total.amount === ledger.amount;
}

function HeldFigures({ answer }: { answer: MoneyHeld | undefined }) {
  const loading = answer === undefined;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Held for payouts`}
        loading={loading}
        value={answer && formatMoney(answer.held.total)}
        hint={answer && t`${countOf(answer.held.count, t`payout`, t`payouts`)} without an outcome`}
        note={formatOldest(answer?.held.oldest_at)}
      />
      <StatCard
        label={t`Held for payment requests`}
        loading={loading}
        value={answer && formatMoney(answer.held.requests.total)}
        hint={
          answer && countOf(answer.held.requests.count, t`payment request`, t`payment requests`)
        }
        note={t`From submission to the last approval`}
      />
      <StatCard
        label={t`In wallets, available`}
        loading={loading}
        value={answer && formatMoney(answer.available.total)}
        hint={answer && countOf(answer.available.wallets, t`wallet`, t`wallets`)}
        note={t`What tenants can spend`}
      />
      <StatCard
        label={t`Pending deposits`}
        loading={loading}
        value={answer && formatMoney(answer.pending_deposits.total)}
        hint={
          answer && t`${countOf(answer.pending_deposits.count, t`deposit`, t`deposits`)} to review`
        }
        note={formatOldest(answer?.pending_deposits.oldest_at)}
      />
    </div>
  );
}

function formatOldest(instant: string | null | undefined): string {
  return instant ? t`Oldest: ${formatDayAndTime(instant)}` : t`None waiting`;
}

interface AgeRow {
  name: string;
  count: number;
  total: MoneyHeld["held"]["total"];
  part: number;
}

const columns: Column<AgeRow>[] = [
  {
    id: "age",
    header: t`Age`,
    card: "title",
    className: "w-full",
    cell: ({ name, part }) => <ShareBar name={name} part={part} />,
  },
  {
    id: "total",
    header: t`Held`,
    card: "value",
    align: "end",
    cell: ({ total }) => <Money value={total} className="font-semibold" />,
  },
  {
    id: "count",
    header: t`Payouts`,
    card: "status",
    align: "end",
    cell: ({ count }) => count.toLocaleString("en-IN"),
  },
];

function Ages({ answer }: { answer: MoneyHeld | undefined }) {
  return (
    <Card>
      <SectionHeader
        title={t`Age of held money`}
        description={t`Amount, fee and GST of open payouts, by time since request`}
        action={
          <ExportButton
            name="money-held"
            onExport={(options) =>
              download(exportMoneyHeld, {}, `money-held-${todayInIndia()}.csv`, options)
            }
            successText={t`Money held exported successfully`}
            failureText={t`Failed to export the money held`}
          />
        }
      />
      <DataTable<AgeRow>
        caption={t`Money held by its age`}
        columns={columns}
        rows={answer && ageRows(answer)}
        rowKey={({ name }) => name}
        skeletonRows={6}
        empty={null}
      />
    </Card>
  );
}

function ageRows({ held: { by_age: ages } }: MoneyHeld): AgeRow[] {
  const largest = Math.max(...ages.map(({ total }) => total.amount), 1);
  return ages.map(({ from_minutes: from, to_minutes: to, count, total }) => ({
    name: formatAgeRange(from, to),
    count,
    total,
    part: total.amount / largest,
  }));
}

function formatAgeRange(from: number, to: number | null): string {
  if (to === null) return t`Over ${formatMinutes(from)}`;
  return from === 0
    ? t`Under ${formatMinutes(to)}`
    : t`${formatMinutes(from)} to ${formatMinutes(to)}`;
}

function formatMinutes(minutes: number): string {
  if (minutes < 60) return formatUnit(minutes, "minute");
  return minutes < 24 * 60
    ? formatUnit(minutes / 60, "hour")
    : formatUnit(minutes / (24 * 60), "day");
}

function countOf(count: number, one: string, several: string): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : several}`;
}
