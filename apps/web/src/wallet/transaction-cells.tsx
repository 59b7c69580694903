import type { WalletTransaction } from "@rokad/contract/wallet";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { t } from "../language.ts";
import { Badge } from "../ui/badge.tsx";
import { cn } from "../ui/class-names.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Money } from "../ui/money.tsx";
import { shortReference, describeTransaction, getUtr } from "./describe-transaction.ts";

export function Type({ row }: { row: WalletTransaction }) {
  return row.type === "credit" ? (
    <Badge tone="good" icon={<ArrowDownLeft aria-hidden />}>
      {t`Credit`}
    </Badge>
  ) : (
    <Badge icon={<ArrowUpRight aria-hidden />}>{t`Debit`}</Badge>
  );
}

export function Amount({ row }: { row: WalletTransaction }) {
  const isRefunded = row.status === "failed" || row.status === "cancelled";
  return (
    <>
      <Money
        value={row.amount}
        sign={row.type === "credit" ? "+" : "−"}
        className={cn(
          "block font-semibold",
          isRefunded ? "text-muted line-through" : row.type === "credit" && "text-good",
        )}
      />
      {row.payout && (
        <span className="text-xs text-muted group-data-compact/table:hidden">
          {feeNote(row, row.payout)}
        </span>
      )}
    </>
  );
}

/** What the amount says of the charges: a withdrawal has none, and a part may come back without. */
function feeNote(
  { type, amount }: WalletTransaction,
  payout: NonNullable<WalletTransaction["payout"]>,
): string {
  if (payout.kind === "withdrawal") return t`No fee`;
  const isPart = type === "credit" && amount.amount <= payout.returned_amount.amount;
  return isPart ? t`Without fees` : t`Incl. fees`;
}

export function Description({ row }: { row: WalletTransaction }) {
  const { title, line, failure } = describeTransaction(row);
  return (
    <div className="min-w-0 md:max-w-72">
      <span className="block truncate font-medium" title={title}>
        {title}
      </span>
      <span
        className="block truncate text-xs text-muted group-data-compact/table:hidden"
        title={line}
      >
        {line}
      </span>
      {failure && (
        <span
          className="block truncate text-xs text-bad group-data-compact/table:hidden"
          title={failure}
        >
          {failure}
        </span>
      )}
    </div>
  );
}

export function Reference({ row }: { row: WalletTransaction }) {
  const utr = getUtr(row);
  if (row.reference === "") return <span className="text-muted">–</span>;
  return (
    <div className="max-md:text-right">
      <Copyable
        value={row.reference}
        shown={shortReference(row.reference)}
        label={t`Reference ID`}
      />
      {utr && utr !== row.reference && (
        <span className="block text-xs text-muted group-data-compact/table:hidden">{t`UTR ${utr}`}</span>
      )}
    </div>
  );
}
