import { todayInIndia } from "@rokad/contract/fields";
import type { StatementSummary } from "@rokad/contract/reports";
import { formatMoney } from "@rokad/money/format";
import { subtract } from "@rokad/money/money";
import { ArrowDownLeft, ArrowUpRight, Landmark, Scale } from "lucide-react";
import { t } from "../language.ts";
import { ExplainButton } from "../common/balance/explain-button.tsx";
import { Money } from "../ui/money.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import type { Period } from "./periods.ts";

/** Opening balance, credits, debits and closing balance. */
export function StatementFigures({
  figures,
  period,
}: {
  figures: StatementSummary | undefined;
  period: Period;
}) {
  const loading = !figures;
  const explain = (name: string) =>
    figures && <ExplainButton query={{ figure: "flow", ...period }} name={name} />;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Opening balance`}
        icon={<Landmark />}
        value={figures && formatMoney(figures.opening_balance)}
        hint={t`At the start of ${formatNumericDay(period.from)}`}
        loading={loading}
      />
      <StatCard
        label={t`Credits`}
        icon={<ArrowDownLeft />}
        action={explain(t`Credits`)}
        value={figures && `+${formatMoney(figures.total_credits)}`}
        hint={
          figures &&
          (figures.credit_count === 1
            ? t`1 credit`
            : t`${figures.credit_count.toLocaleString("en-IN")} credits`)
        }
        loading={loading}
      />
      <StatCard
        label={t`Debits`}
        icon={<ArrowUpRight />}
        action={explain(t`Debits`)}
        value={figures && `−${formatMoney(figures.total_debits)}`}
        hint={
          figures &&
          (figures.debit_count === 1
            ? t`1 debit`
            : t`${figures.debit_count.toLocaleString("en-IN")} debits`)
        }
        loading={loading}
      />
      <StatCard
        label={t`Closing balance`}
        icon={<Scale />}
        action={explain(t`Closing balance`)}
        value={figures && formatMoney(figures.closing_balance)}
        hint={`${period.to === todayInIndia() ? t`So far on` : t`At the end of`} ${formatNumericDay(period.to)}`}
        loading={loading}
      />
    </div>
  );
}

/** Explains to the paisa why the totals are larger than those of Wallet History, where they are. */
export function WalletHistoryNote({ figures }: { figures: StatementSummary }) {
  const { total_credits: credits, total_debits: debits, wallet_history: history } = figures;
  const hasRequests = history.leaves_out_requests;
  const refunds = subtract(credits, history.total_credits);
  const refunded = subtract(debits, history.total_debits);
  if (refunded.amount === 0 && refunds.amount === 0) return null;
  return (
    <p className="border-t border-line px-5 py-3 text-dense text-pretty text-muted">
      {t`Other than in Wallet History, ${
        refunded.amount !== 0 && (
          <>
            {t`debits include ${<Money value={refunded} />} of failed and cancelled payouts`}
            {hasRequests && t` and of payment requests on hold`}
          </>
        )
      }${refunded.amount !== 0 && refunds.amount !== 0 && t`, and `}${
        refunds.amount !== 0 && (
          <>
            {t`credits include ${<Money value={refunds} />} of their refunds`}
            {hasRequests && t` and of payment requests off hold`}
          </>
        )
      }. There, credits are ${<Money value={history.total_credits} />} and debits ${<Money value={history.total_debits} />}.`}
    </p>
  );
}

function formatNumericDay(day: string): string {
  return day.split("-").toReversed().join("/");
}
