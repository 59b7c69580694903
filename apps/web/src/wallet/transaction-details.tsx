import type { WalletTransaction } from "@rokad/contract/wallet";
import { t } from "../language.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Details, type Detail } from "../ui/details.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { createPopover, SharedPopover } from "../ui/popover.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

export const transactionDetails = createPopover<WalletTransaction>();

/** One popover for the table: a payout's breakdown, or the details of another transaction. */
export function TransactionDetails() {
  return (
    <SharedPopover
      of={transactionDetails}
      title={t`Transaction details`}
      titleShown
      className="w-88"
    >
      {(row) => <Details className="px-4 pt-2 pb-4" of={detailsOf(row)} />}
    </SharedPopover>
  );
}

function detailsOf(row: WalletTransaction): (Detail | false)[] {
  const { payout } = row;
  if (!payout) {
    return [
      { label: "ID", value: row._id },
      { label: t`Type`, value: row.type === "credit" ? t`Credit` : t`Debit` },
      { label: t`Amount`, value: <Money value={row.amount} /> },
      row.adjustment?.reason ? { label: t`Reason`, value: row.adjustment.reason } : false,
      { label: t`Status`, value: <StatusBadge status={row.status} /> },
      { label: t`Created`, value: formatDayAndTime(row.createdAt) },
    ];
  }
  return [
    { label: t`Beneficiary`, value: payout.beneficiary_name },
    payout.upi_id !== null && { label: "UPI ID", value: payout.upi_id },
    payout.account_number !== null && {
      label: t`Account`,
      value: maskAccount(payout.account_number),
    },
    payout.ifsc_code !== null && { label: "IFSC", value: payout.ifsc_code },
    payout.bank_name !== null && { label: t`Bank`, value: payout.bank_name },
    {
      label: payout.kind === "withdrawal" ? t`Withdrawal amount` : t`Payout amount`,
      value: <Money value={payout.amount} />,
    },
    payout.kind === "withdrawal"
      ? { label: t`Fee and GST`, value: t`None` }
      : { label: t`Platform fee`, value: <Money value={payout.txn_fee} /> },
    payout.kind === "payout" && { label: "GST", value: <Money value={payout.gst_amount} /> },
    payout.returned_amount.amount > 0 && {
      label: t`Returned by the bank`,
      value: <Money value={payout.returned_amount} />,
    },
    {
      label: row.type === "debit" ? t`Total deducted` : t`Total returned`,
      value: <Money value={row.amount} />,
      total: true,
    },
    {
      label: t`Reference`,
      value: <Copyable value={payout.reference_id} label={t`Reference ID`} />,
    },
    { label: t`Status`, value: <StatusBadge status={payout.status} /> },
    payout.utr_number !== null && {
      label: "UTR",
      value: <Copyable value={payout.utr_number} label={t`UTR Number`} />,
    },
    payout.failure_reason !== null && { label: t`Failure reason`, value: payout.failure_reason },
  ];
}
