import type { correctFundTransfer, FundTransfer } from "@rokad/contract/fund-transfers";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDay } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { accountName, sideName } from "./labels.ts";

export function movementColumns(
  onCorrect: (transfer: FundTransfer) => void,
): Column<FundTransfer>[] {
  return [
    {
      id: "transfer",
      header: "Transfer",
      card: "title",
      cell: ({ from, to, note, receiving_account: account }) => (
        <>
          <span className="block font-medium">
            {sideName(from)} → {sideName(to)}
          </span>
          {account && (
            <span className="block max-w-72 truncate text-xs text-muted">
              {accountName(account)}
            </span>
          )}
          {note && (
            <span className="block max-w-72 truncate text-xs text-muted" title={note}>
              {note}
            </span>
          )}
        </>
      ),
    },
    {
      id: "amount",
      header: "Amount",
      card: "line",
      align: "end",
      cell: ({ amount }) => <Money value={amount} />,
    },
    {
      id: "day",
      header: "Day",
      card: "line",
      cell: ({ transferred_on: day }) => (
        <span className="whitespace-nowrap">{formatDay(day)}</span>
      ),
    },
    { id: "utr", header: "UTR", card: "line", cell: ({ utr_reference: utr }) => utr ?? "–" },
    {
      id: "recorded",
      header: "Recorded",
      card: "line",
      cell: ({ recorded_at: at, origin, recorded_by: by }) => (
        <>
          <When at={at} />{" "}
          <span className="block max-w-44 truncate text-xs text-muted max-md:inline max-md:whitespace-normal">
            {origin === "person"
              ? `by ${by ?? "a super admin"}`
              : origin === "bank_statement"
                ? "from the bank statement"
                : "from the provider's list"}
          </span>
        </>
      ),
    },
    {
      id: "state",
      header: "Seen by",
      card: "status",
      cell: (transfer) => <Seen of={transfer} />,
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (transfer) =>
        !transfer.is_correction &&
        transfer.corrected_at === null && (
          <Permitted<typeof correctFundTransfer> needs="finance">
            <Button size="sm" variant="ghost" onClick={() => onCorrect(transfer)}>
              Reverse
            </Button>
          </Permitted>
        ),
    },
  ];
}

function Seen({ of: transfer }: { of: FundTransfer }) {
  if (transfer.is_correction) return <Badge tone="neutral">Correction</Badge>;
  if (transfer.corrected_at !== null) return <Badge tone="neutral">Reversed</Badge>;
  const sources = [transfer.on_statement && "Bank", transfer.at_provider && "Provider"].filter(
    Boolean,
  );
  if (sources.length > 0) return <Badge tone="good">{sources.join(" and ")}</Badge>;
  return transfer.on_statement === null && transfer.at_provider === null ? (
    "–"
  ) : (
    <Badge tone="warn">Not yet</Badge>
  );
}
