import type { Deposit } from "@rokad/contract/deposits";
import { formatDayAndTime } from "../ui/dates.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Details, type Detail } from "../ui/details.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { createPopover, SharedPopover } from "../ui/popover.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

export const depositDetails = createPopover<Deposit>();

/** One popover for the table. */
export function DepositDetails() {
  return (
    <SharedPopover of={depositDetails} title="Deposit details" titleShown className="w-92">
      {(row) => <Details className="px-4 pt-2 pb-4" of={detailsOf(row)} />}
    </SharedPopover>
  );
}

function detailsOf(row: Deposit): (Detail | false | undefined)[] {
  const from = row.bank_account;
  return [
    {
      label: row.requested_amount ? "Received" : "Amount",
      value: <Money value={row.amount} className="font-semibold" />,
    },
    row.requested_amount !== null && {
      label: "Requested",
      value: <Money value={row.requested_amount} />,
    },
    row.amount_reason !== null && { label: "Reason", value: row.amount_reason },
    { label: "Status", value: <StatusBadge status={row.status} /> },
    { label: "Created", value: formatDayAndTime(row.created_at) },
    row.processed_at !== null && { label: "Processed", value: formatDayAndTime(row.processed_at) },
    row.failure_reason !== null && { label: "Reason", value: row.failure_reason },
    from && { label: "Account holder", value: from.account_holder_name },
    from && { label: "Account number", value: maskAccount(from.account_number) },
    from && { label: "IFSC", value: from.ifsc_code },
    from && { label: "Bank", value: from.bank_name },
    row.virtual_account && { label: "Virtual Account", value: row.virtual_account.provider },
    row.receiving_account !== null && {
      label: "Transferred to",
      value: `${row.receiving_account.bank_name} ${row.receiving_account.account_number}`,
    },
    { label: "UTR", value: <Copyable value={row.utr_reference} label="UTR Reference" /> },
    Boolean(row.remarks) && { label: "Remarks", value: row.remarks },
    { label: "Deposit ID", value: row._id },
  ];
}
