import type { Answer } from "@rokad/contract/call";
import type { listWalletHistory } from "@rokad/contract/wallet";
import { formatMoney } from "@rokad/money/format";
import { ArrowDownLeft, ArrowUpRight, CircleCheck, Scale } from "lucide-react";
import { t } from "../language.ts";
import { StatCard } from "../ui/stat-card.tsx";
import { toneOfNet, sumTransactions } from "./sum-transactions.ts";

export function TransactionCards({
  answer,
}: {
  answer: Answer<typeof listWalletHistory> | undefined;
}) {
  const page = sumTransactions(answer?.data ?? []);
  const all = answer?.summary;
  const loading = !answer;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Total Credits`}
        icon={<ArrowDownLeft />}
        value={formatMoney(page.credits)}
        hint={t`Current page total`}
        note={all ? t`${formatMoney(all.total_credits)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label={t`Total Debits`}
        icon={<ArrowUpRight />}
        value={formatMoney(page.debits)}
        hint={t`Current page total`}
        note={all ? t`${formatMoney(all.total_debits)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label={t`Net Balance`}
        icon={<Scale />}
        value={formatMoney(page.net)}
        hint={t`Current page net`}
        tone={toneOfNet(page.net)}
        note={all ? t`${formatMoney(all.net_balance)} in all results` : ""}
        loading={loading}
      />
      <StatCard
        label={t`Success Rate`}
        icon={<CircleCheck />}
        value={page.successRate === null ? "–" : `${page.successRate}%`}
        hint={t`${page.successes} of ${answer?.data.length ?? 0} successful`}
        note={all ? t`${answer.total.toLocaleString("en-IN")} transactions in all results` : ""}
        loading={loading}
      />
    </div>
  );
}
