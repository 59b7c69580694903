import type { StatementLine } from "@rokad/contract/reports";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Money } from "../ui/money.tsx";
import { shortReference } from "../ui/short-reference.ts";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";

/** The statement's columns, in a bank statement's order. */
export const statementColumns: readonly Column<StatementLine>[] = [
  { id: "date", header: t`Date`, card: "line", cell: (line) => <When at={line.at} /> },
  {
    id: "particulars",
    header: t`Particulars`,
    card: "title",
    className: "w-full max-w-0 min-w-48",
    cell: (line) => <Particulars line={line} />,
  },
  {
    id: "reference",
    header: t`Reference`,
    card: "line",
    cell: (line) => <Reference line={line} />,
  },
  {
    id: "debit",
    header: t`Debit`,
    card: "value",
    align: "end",
    cell: ({ debit }) => debit && <SignedAmount sign="−" value={debit} />,
  },
  {
    id: "credit",
    header: t`Credit`,
    card: "value",
    align: "end",
    cell: ({ credit }) => credit && <SignedAmount sign="+" value={credit} />,
  },
  {
    id: "balance",
    header: t`Balance`,
    card: "line",
    align: "end",
    cell: (line) => <Money value={line.balance} className="text-muted" />,
  },
];

/** A table has debit and credit columns; a card shows the sign instead. */
function SignedAmount({ sign, value }: { sign: "+" | "−"; value: StatementLine["balance"] }) {
  return (
    <span className={sign === "+" ? "font-medium text-good" : "font-medium"}>
      <span className="md:hidden">{sign}</span>
      <Money value={value} />
    </span>
  );
}

function Particulars({ line }: { line: StatementLine }) {
  const text = "block font-medium text-pretty whitespace-normal md:truncate";
  return (
    <>
      {line.payout_id ? (
        <Link
          to={paths.payout}
          params={{ id: line.payout_id }}
          title={line.particulars}
          className={`${text} underline-offset-4 hover:underline`}
        >
          {line.particulars}
        </Link>
      ) : (
        <span title={line.particulars} className={text}>
          {line.particulars}
        </span>
      )}
      {line.detail && (
        <span className="block text-xs text-pretty whitespace-normal text-muted">
          {line.detail}
        </span>
      )}
    </>
  );
}

function Reference({ line }: { line: StatementLine }) {
  return (
    <div className="max-md:text-right">
      {line.reference && (
        <Copyable
          value={line.reference}
          shown={shortReference(line.reference)}
          label={t`Reference ID`}
        />
      )}
      {line.utr && <span className="block text-xs text-muted">{t`UTR ${line.utr}`}</span>}
    </div>
  );
}
