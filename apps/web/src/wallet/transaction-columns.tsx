import type { WalletTransaction } from "@rokad/contract/wallet";
import { Ellipsis } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { buttonClass } from "../ui/button.tsx";
import { PopoverTrigger } from "../ui/popover.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { Amount, Description, Reference, Type } from "./transaction-cells.tsx";
import { transactionDetails } from "./transaction-details.tsx";

/** The columns of Wallet History, in the specification's order. */
export const transactionColumns: readonly Column<WalletTransaction>[] = [
  { id: "date", header: t`Date & Time`, card: "line", cell: (row) => <When at={row.createdAt} /> },
  { id: "type", header: t`Type`, card: "line", cell: (row) => <Type row={row} /> },
  {
    id: "amount",
    header: t`Amount`,
    card: "value",
    align: "end",
    cell: (row) => <Amount row={row} />,
  },
  {
    id: "description",
    header: t`Description`,
    card: "title",
    cell: (row) => <Description row={row} />,
  },
  { id: "reference", header: t`Reference`, card: "line", cell: (row) => <Reference row={row} /> },
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
        of={transactionDetails}
        payload={row}
        aria-label={t`Details of ${translateText(row.description)}`}
        className={buttonClass({ variant: "ghost", size: "sm" })}
      >
        <Ellipsis className="max-md:hidden" />
        <span className="md:hidden">{t`Details`}</span>
      </PopoverTrigger>
    ),
  },
];
