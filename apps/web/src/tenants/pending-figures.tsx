import { getTenantStatistics, type Tenant } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Details } from "../ui/details.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** An account's balance and pending items, shown before a change to it. */
export function PendingFigures({ tenant }: { tenant: Tenant }) {
  const input = { params: { id: tenant._id } };
  const { data, error, isValidating, mutate } = useApi(getTenantStatistics, input);
  if (error && !data) {
    return (
      <ErrorPanel
        className="rounded-card border border-line py-4"
        message={t`Failed to load pending items`}
        detail={messageOf(error, "")}
        onRetry={() => void mutate()}
        busy={isValidating}
      />
    );
  }
  const placeholder = <Skeleton className="h-3.5 w-16" />;
  const figures = data?.data;
  return (
    <div aria-busy={!figures} className="rounded-card border border-line bg-sunken px-4 py-3">
      <Details
        of={[
          { label: t`Payouts in progress`, value: figures?.open_payouts ?? placeholder },
          { label: t`Deposits pending`, value: figures?.pending_deposits ?? placeholder },
          {
            label: t`On hold`,
            value: figures ? <Money value={figures.held_balance} /> : placeholder,
          },
          {
            label: t`Wallet balance`,
            value: figures ? <Money value={figures.wallet_balance} /> : placeholder,
          },
          figures !== undefined &&
            figures.receivable.amount > 0 && {
              label: t`Owed by the tenant`,
              value: <Money value={figures.receivable} />,
            },
        ]}
      />
    </div>
  );
}
