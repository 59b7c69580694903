import type { Beneficiary } from "@rokad/contract/beneficiaries";
import type { BeneficiaryKind } from "@rokad/contract/beneficiary-form";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDay } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { PayButton } from "./pay-button.tsx";

export const kindLabels = {
  vendor: t`Vendor`,
  employee: t`Employee`,
  customer: t`Customer`,
  other: t`Other`,
} as const satisfies Record<BeneficiaryKind, string>;

export const beneficiaryColumns: readonly Column<Beneficiary>[] = [
  {
    id: "name",
    header: t`Name`,
    card: "title",
    className: "w-full max-w-72",
    cell: (row) => (
      <>
        <Link
          to={paths.beneficiary}
          params={{ id: row.id }}
          className="block truncate font-medium underline-offset-4 hover:underline"
        >
          {row.name}
        </Link>
        {row.short_name && (
          <span className="block truncate text-xs text-muted">{row.short_name}</span>
        )}
      </>
    ),
  },
  {
    id: "kind",
    header: t`Kind`,
    card: "status",
    cell: (row) => (
      <Badge tone="outline">{row.archived_at ? t`Archived` : kindLabels[row.kind]}</Badge>
    ),
  },
  { id: "account", header: t`Pays to`, card: "line", cell: (row) => <Account row={row} /> },
  {
    id: "bank",
    header: t`Bank`,
    card: "line",
    className: "max-w-48 truncate",
    cell: ({ default_destination: destination }) =>
      destination?.bank_name ?? (destination?.method === "upi" ? "UPI" : "–"),
  },
  {
    id: "paid",
    header: t`Last paid`,
    card: "line",
    cell: ({ last_paid: last }) =>
      last ? (
        <>
          <Money value={last.amount} className="block max-md:inline" />{" "}
          <span className="text-xs text-muted">{formatDay(last.at)}</span>
        </>
      ) : (
        <span className="text-muted">{t`Not yet`}</span>
      ),
  },
  // Most have none; the beneficiary's page shows them.
  { id: "tags", header: t`Tags`, card: "none", cell: (row) => row.tags.join(", ") || "–" },
  {
    id: "pay",
    header: t`Pay`,
    headerHidden: true,
    card: "foot",
    align: "end",
    cell: (row) =>
      !row.archived_at && (
        <PayButton small beneficiary={row} destination={row.default_destination} />
      ),
  },
];

function Account({
  row: { default_destination: destination, destinations_count: count },
}: {
  row: Beneficiary;
}) {
  if (!destination) return <span className="text-muted">{t`No account`}</span>;
  return (
    <span className="tabular-nums">
      {destination.account}
      {count > 1 && <span className="text-muted"> {t`+${count - 1} more`}</span>}
    </span>
  );
}
