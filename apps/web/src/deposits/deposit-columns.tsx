import type { Deposit } from "@rokad/contract/deposits";
import { Ellipsis } from "lucide-react";
import { t } from "../language.ts";
import { buttonClass } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { PopoverTrigger } from "../ui/popover.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { depositDetails } from "./deposit-details.tsx";

/** The columns of Deposit History, in the specification's order. */
export const depositColumns: readonly Column<Deposit>[] = [
  { id: "date", header: t`Date & Time`, card: "line", cell: (row) => <When at={row.created_at} /> },
  {
    id: "amount",
    header: t`Amount`,
    card: "value",
    align: "end",
    cell: (row) => (
      <>
        <Money value={row.amount} className="font-semibold" />
        {row.requested_amount && (
          <span className="block text-xs whitespace-nowrap text-muted group-data-compact/table:ml-1.5 group-data-compact/table:inline">
            {t`requested`} <Money value={row.requested_amount} />
          </span>
        )}
      </>
    ),
  },
  {
    id: "utr",
    header: t`UTR Reference`,
    card: "line",
    cell: (row) => <Copyable value={row.utr_reference} label={t`UTR Reference`} />,
  },
  { id: "bank", header: t`Bank Details`, card: "title", cell: (row) => <BankDetails row={row} /> },
  {
    id: "status",
    header: t`Status`,
    card: "status",
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    id: "details",
    header: t`Details`,
    headerHidden: true,
    card: "foot",
    align: "end",
    cell: (row) => (
      <PopoverTrigger
        of={depositDetails}
        payload={row}
        aria-label={t`Details of deposit ${row.utr_reference}`}
        className={buttonClass({ variant: "ghost", size: "sm" })}
      >
        <Ellipsis className="max-md:hidden" />
        <span className="md:hidden">{t`Details`}</span>
      </PopoverTrigger>
    ),
  },
];

function BankDetails({ row: { bank_account: from, virtual_account: virtual } }: { row: Deposit }) {
  if (!from && !virtual) return <span className="text-muted">{t`Bank details not available`}</span>;
  const [first, second] = from
    ? [from.account_holder_name, `${maskAccount(from.account_number)} · ${from.bank_name}`]
    : [t`Virtual Account`, virtual?.provider];
  return (
    <div className="min-w-0 md:max-w-72">
      <span className="block truncate font-medium" title={first}>
        {first}
      </span>
      <span
        className="block truncate text-xs text-muted group-data-compact/table:hidden"
        title={second}
      >
        {second}
      </span>
    </div>
  );
}
