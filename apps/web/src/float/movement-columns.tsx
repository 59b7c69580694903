import type { correctFundTransfer, FundTransfer } from "@rokad/contract/fund-transfers";
import { joinAnd } from "../ui/join-words.ts";
import { t } from "../super-admin-language.ts";
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
      header: t`Transfer`,
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
      header: t`Amount`,
      card: "line",
      align: "end",
      cell: ({ amount }) => <Money value={amount} />,
    },
    {
      id: "day",
      header: t`Day`,
      card: "line",
      cell: ({ transferred_on: day }) => (
        <span className="whitespace-nowrap">{formatDay(day)}</span>
      ),
    },
    { id: "utr", header: "UTR", card: "line", cell: ({ utr_reference: utr }) => utr ?? "–" },
    {
      id: "recorded",
      header: t`Recorded`,
      card: "line",
      cell: ({ recorded_at: at, origin, recorded_by: by }) => (
        <>
          <When at={at} />{" "}
          <span className="block max-w-44 truncate text-xs text-muted max-md:inline max-md:whitespace-normal">
            {origin === "person"
              ? t`by ${by ?? t`a super admin`}`
              : origin === "bank_statement"
                ? t`from the bank statement`
                : t`from the provider's list`}
          </span>
        </>
      ),
    },
    {
      id: "state",
      header: t`Seen by`,
      card: "status",
      cell: (transfer) => <Seen of={transfer} />,
    },
    {
      id: "actions",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (transfer) =>
        !transfer.is_correction &&
        transfer.corrected_at === null && (
          <Permitted<typeof correctFundTransfer> needs="finance">
            <Button size="sm" variant="ghost" onClick={() => onCorrect(transfer)}>
              {t`Reverse`}
            </Button>
          </Permitted>
        ),
    },
  ];
}

function Seen({ of: transfer }: { of: FundTransfer }) {
  if (transfer.is_correction) return <Badge tone="neutral">{t`Correction`}</Badge>;
  if (transfer.corrected_at !== null) return <Badge tone="neutral">{t`Reversed`}</Badge>;
  const sources = [transfer.on_statement && t`Bank`, transfer.at_provider && t`Provider`].filter(
    (source) => source !== false && source !== null,
  );
  if (sources.length > 0) return <Badge tone="good">{joinAnd(sources)}</Badge>;
  return transfer.on_statement === null && transfer.at_provider === null ? (
    "–"
  ) : (
    <Badge tone="warn">{t`Not yet`}</Badge>
  );
}
