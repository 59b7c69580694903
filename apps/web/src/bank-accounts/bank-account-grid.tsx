import type { BankAccount } from "@rokad/contract/bank-accounts";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { BankAccountCard } from "./bank-account-card.tsx";

interface BankAccountGridProps {
  accounts: readonly BankAccount[] | undefined;
  refreshing: boolean;
  empty: ReactNode;
}

export function BankAccountGrid({ accounts, refreshing, empty }: BankAccountGridProps) {
  if (accounts?.length === 0) return <Card>{empty}</Card>;
  return (
    <div
      aria-busy={!accounts || refreshing || undefined}
      className={cn(
        "grid gap-3 transition-opacity duration-150 lg:grid-cols-2 lg:gap-4 xl:grid-cols-3",
        refreshing && "opacity-60",
      )}
    >
      {accounts
        ? accounts.map((account) => <BankAccountCard key={account._id} account={account} />)
        : Array.from({ length: 3 }, (_, card) => <SkeletonCard key={card} />)}
    </div>
  );
}

function SkeletonCard() {
  return (
    <Card>
      <div className="flex gap-3 p-5 pb-4">
        <Skeleton className="size-10" />
        <div className="grid flex-1 gap-2 py-0.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3.5 w-24" />
        </div>
        <Skeleton className="h-5 w-20" />
      </div>
      <div className="grid gap-3 border-t border-line px-5 py-4">
        {Array.from({ length: 6 }, (_, line) => (
          <div key={line} className="flex justify-between">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3.5 w-20" />
          </div>
        ))}
      </div>
    </Card>
  );
}
