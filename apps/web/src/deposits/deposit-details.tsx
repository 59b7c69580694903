import type { Deposit } from "@rokad/contract/deposits";
import { t } from "../language.ts";
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
    <SharedPopover of={depositDetails} title={t`Deposit details`} titleShown className="w-92">
      {(row) => <Details className="px-4 pt-2 pb-4" of={detailsOf(row)} />}
    </SharedPopover>
  );
}

function detailsOf(row: Deposit): (Detail | false | undefined)[] {
  const from = row.bank_account;
  return [
    {
      label: row.requested_amount ? t`Received` : t`Amount`,
      value: <Money value={row.amount} className="font-semibold" />,
    },
    row.requested_amount !== null && {
      label: t`Requested`,
      value: <Money value={row.requested_amount} />,
    },
    row.amount_reason !== null && { label: t`Reason`, value: row.amount_reason },
    { label: t`Status`, value: <StatusBadge status={row.status} /> },
    { label: t`Created`, value: formatDayAndTime(row.created_at) },
    row.processed_at !== null && { label: t`Processed`, value: formatDayAndTime(row.processed_at) },
    row.failure_reason !== null && { label: t`Reason`, value: row.failure_reason },
    from && { label: t`Account holder`, value: from.account_holder_name },
    from && { label: t`Account number`, value: maskAccount(from.account_number) },
    from && { label: "IFSC", value: from.ifsc_code },
    from && { label: t`Bank`, value: from.bank_name },
    row.virtual_account && { label: t`Virtual Account`, value: row.virtual_account.provider },
    row.receiving_account !== null && {
      label: t`Transferred to`,
      value: `${row.receiving_account.bank_name} ${row.receiving_account.account_number}`,
    },
    { label: "UTR", value: <Copyable value={row.utr_reference} label={t`UTR Reference`} /> },
    Boolean(row.remarks) && { label: t`Remarks`, value: row.remarks },
    { label: t`Deposit ID`, value: row._id },
  ];
}
