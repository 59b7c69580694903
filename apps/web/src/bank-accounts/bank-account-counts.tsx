import type { BankAccount } from "@rokad/contract/bank-accounts";
import { CircleCheck, CircleX, Clock, Landmark } from "lucide-react";
import { t } from "../language.ts";
import { StatCard } from "../ui/stat-card.tsx";

/** Counts of the loaded page, as the specification asks. */
export function BankAccountCounts({ accounts }: { accounts: readonly BankAccount[] | undefined }) {
  const count = (status: BankAccount["status"]) =>
    accounts?.filter((account) => account.status === status).length;
  const loading = !accounts;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Total`}
        icon={<Landmark />}
        value={accounts?.length}
        hint={t`Bank accounts`}
        loading={loading}
      />
      <StatCard
        label={t`Approved`}
        icon={<CircleCheck />}
        value={count("approved")}
        hint={t`Ready for deposits`}
        loading={loading}
      />
      <StatCard
        label={t`Pending`}
        icon={<Clock />}
        value={count("pending")}
        hint={t`Awaiting approval`}
        loading={loading}
      />
      <StatCard
        label={t`Rejected`}
        icon={<CircleX />}
        value={count("rejected")}
        hint={t`Needs attention`}
        loading={loading}
      />
    </div>
  );
}
