import { getTenantStatistics, type Tenant } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { StatCard } from "../ui/stat-card.tsx";
import { pollSeconds } from "./poll-seconds.ts";

/** The account's totals and its current balance. */
export function TenantStatistics({ tenant }: { tenant: Tenant }) {
  const input = { params: { id: tenant._id } };
  const { data, error, isValidating, mutate } = useApi(getTenantStatistics, input, { pollSeconds });
  const figures = data?.data;
  const loading = !figures;
  return (
    <section aria-label={t`Statistics`}>
      {error && !data ? (
        <ErrorPanel
          className="rounded-card border border-line py-4"
          message={t`Failed to load the statistics`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <div className="grid gap-4 max-sm:gap-2 sm:grid-cols-2 xl:grid-cols-4">
          <StatCard
            label={t`Transactions`}
            value={figures?.transactions.toLocaleString("en-IN")}
            hint={t`Payouts, deposits, returns, corrections`}
            loading={loading}
          />
          <StatCard
            label={t`Wallet Balance`}
            value={figures && <Money value={figures.wallet_balance} />}
            hint={
              figures && (
                <>
                  <Money value={figures.held_balance} /> {t`on hold`}
                  {figures.receivable.amount > 0 && (
                    <>
                      {t`, owes`} <Money value={figures.receivable} className="text-bad" />
                    </>
                  )}
                </>
              )
            }
            loading={loading}
          />
          <StatCard
            label={t`Volume`}
            value={figures && <Money value={figures.volume} />}
            hint={t`Paid to beneficiaries`}
            loading={loading}
          />
          <StatCard
            label={t`Failed`}
            value={figures?.failed.toLocaleString("en-IN")}
            hint={t`Payouts that failed or were returned`}
            loading={loading}
          />
        </div>
      )}
    </section>
  );
}
