import type { Payout } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { shortReference } from "../ui/short-reference.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { Column } from "../ui/table-cards.ts";
import { isPartlyReturned, keptCharges, shownStatus } from "./payout-states.ts";
import { When } from "../ui/when.tsx";

/** The ten columns of Payout History, in the specification's order. */
export const payoutColumns: readonly Column<Payout>[] = [
  { id: "date", header: t`Date`, card: "line", cell: (row) => <When at={row.created_at} /> },
  {
    id: "amount",
    header: t`Amount`,
    card: "value",
    align: "end",
    cell: (row) => <Amount row={row} />,
  },
  {
    id: "beneficiary",
    header: t`Beneficiary`,
    card: "title",
    // Takes the remaining width, so that the last column stays visible.
    className: "w-full max-w-29",
    cell: (row) => <Beneficiary row={row} />,
  },
  { id: "account", header: t`Account`, card: "line", cell: (row) => <Account row={row} /> },
  {
    id: "ifsc",
    header: "IFSC",
    card: "line",
    cell: (row) => <Copyable value={row.ifsc_code} label={t`IFSC code`} />,
  },
  {
    id: "reference",
    header: t`Reference ID`,
    card: "line",
    cell: (row) => (
      <Copyable
        value={row.reference_id}
        shown={shortReference(row.reference_id)}
        label={t`Reference ID`}
      />
    ),
  },
  {
    id: "charges",
    header: t`Charges`,
    card: "line",
    align: "end",
    cell: (row) => <Charge row={row} of="txn_fee" />,
  },
  {
    id: "gst",
    header: "GST",
    card: "line",
    align: "end",
    cell: (row) => <Charge row={row} of="gst_amount" />,
  },
  { id: "status", header: t`Status`, card: "status", cell: (row) => <Status row={row} /> },
  {
    id: "utr",
    header: t`Txn ID`,
    card: "line",
    cell: (row) => (
      <Copyable
        value={row.utr_number}
        shown={shortReference(row.utr_number ?? "")}
        label={t`UTR Number`}
      />
    ),
  },
];

/** Fee and GST come back together, so what remains is all of both, or nothing. */
function Charge({ row, of }: { row: Payout; of: "txn_fee" | "gst_amount" }) {
  if (keptCharges(row).amount > 0) return <Money value={row[of]} />;
  return <span title={row[of].amount > 0 ? t`Refunded` : t`None`}>–</span>;
}

function Amount({ row }: { row: Payout }) {
  const charges = keptCharges(row);
  return (
    <>
      <Money value={row.amount} className="block font-semibold" />
      {isPartlyReturned(row) && (
        <span className="block text-xs text-warn group-data-compact/table:hidden">
          <Money value={row.returned_amount} sign="−" /> {t`returned`}
        </span>
      )}
      {charges.amount > 0 && (
        <span className="text-xs text-muted group-data-compact/table:hidden">
          <Money value={charges} sign="+" /> {t`fee`}
        </span>
      )}
    </>
  );
}

function Beneficiary({ row }: { row: Payout }) {
  return (
    <div className="md:min-w-26">
      <Link
        to={paths.payout}
        params={{ id: row.id }}
        title={row.beneficiary_name}
        className="block truncate font-medium underline-offset-4 hover:underline"
        onClick={(event) => event.stopPropagation()}
      >
        {row.beneficiary_name}
      </Link>
      <span
        className="block truncate text-xs text-muted group-data-compact/table:hidden"
        title={row.bank_name ?? undefined}
      >
        {row.kind === "withdrawal" && t`Withdrawal · `}
        {row.bank_name ?? (row.method === "upi" ? "UPI" : "IMPS")}
      </span>
    </div>
  );
}

/** The masked account number, or the UPI ID of a UPI payout. */
function Account({ row }: { row: Payout }) {
  if (row.upi_id) {
    return <Copyable value={row.upi_id} label="UPI ID" className="max-w-28" />;
  }
  return (
    <Copyable
      value={row.account_number}
      shown={maskAccount(row.account_number ?? "")}
      label={t`Account number`}
    />
  );
}

function Waiting({ of: { place, missing } }: { of: NonNullable<Payout["waiting_for_funds"]> }) {
  return (
    <span className="text-xs text-muted tabular-nums">
      {t`No. ${place}`}
      {missing.amount > 0 && <> {t`· ${formatMoney(missing)} missing`}</>}
    </span>
  );
}

function Status({ row }: { row: Payout }) {
  return (
    <span className="inline-flex flex-row-reverse gap-1 group-data-compact/table:flex-row md:flex md:flex-col md:gap-0.5">
      <StatusBadge status={shownStatus(row)} />
      {row.waiting_for_funds && <Waiting of={row.waiting_for_funds} />}
      {isPartlyReturned(row) && <StatusBadge status="partly_returned" />}
      {row.utr_number && (
        <Badge className="group-data-compact/table:hidden md:ml-0.5 md:leading-4">UTR</Badge>
      )}
    </span>
  );
}
