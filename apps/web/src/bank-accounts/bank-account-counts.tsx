import type { BankAccount } from "@rokad/contract/bank-accounts";
import { CircleCheck, CircleX, Clock, Landmark } from "lucide-react";
import { StatCard } from "../ui/stat-card.tsx";

/** Counts of the loaded page, as the specification asks. */
export function BankAccountCounts({ accounts }: { accounts: readonly BankAccount[] | undefined }) {
  const count = (status: BankAccount["status"]) =>
    accounts?.filter((account) => account.status === status).length;
  const loading = !accounts;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label="Total"
        icon={<Landmark />}
        value={accounts?.length}
        hint="Bank accounts"
        loading={loading}
      />
      <StatCard
        label="Approved"
        icon={<CircleCheck />}
        value={count("approved")}
        hint="Ready for deposits"
        loading={loading}
      />
      <StatCard
        label="Pending"
        icon={<Clock />}
        value={count("pending")}
        hint="Awaiting approval"
        loading={loading}
      />
      <StatCard
        label="Rejected"
        icon={<CircleX />}
        value={count("rejected")}
        hint="Needs attention"
        loading={loading}
      />
    </div>
  );
}
