import {
  missingColumns,
  statementColumns,
  type ColumnPlaces,
  type StatementColumn,
} from "@rokad/contract/statement-import";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { FileNotes } from "../common/files/file-notes.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import type { Column } from "../ui/table-cards.ts";
import { lineCount } from "./line-labels.ts";
import { needsAccountCheck, type Preview } from "./use-statement-file.ts";

const labels: Readonly<Record<StatementColumn, [label: string, hint: string]>> = {
  date: [t`Date`, t`Day of the transaction`],
  reference: [t`UTR or reference`, t`If the bank has this column`],
  narration: [t`Narration`, t`May contain the UTR and the sender`],
  sender: [t`Sender`, t`If it has its own column`],
  credit: [t`Credit`, t`Money received`],
  debit: [t`Debit`, t`Money sent`],
  amount: [t`Amount`, t`If credit and debit share a column`],
  direction: ["Cr/Dr", t`Marks the amount as credit or debit`],
  balance: [t`Balance`, t`After each line; compared with our books`],
};

const none = "none";

interface ChooseColumnsProps {
  fileName: string;
  preview: Preview;
  /** The name of the receiving account of the statement. */
  account: string | undefined;
  busy: boolean;
  problem: string | undefined;
  onBack: () => void;
  onImport: (columns: ColumnPlaces) => void;
}

/** Assigns the columns, preset from the header's words; confirmed once per bank. */
export function ChooseColumns(props: ChooseColumnsProps) {
  const { fileName, preview, account, busy, problem, onBack, onImport } = props;
  const [places, setPlaces] = useState<ColumnPlaces>(preview.columns);
  const [tried, setTried] = useState(false);
  const missing = missingColumns(places);
  const options = [
    { value: none, label: t`None` },
    ...preview.header.map((name, at) => ({ value: String(at), label: name })),
  ];

  function put(column: StatementColumn, value: string) {
    const { [column]: _, ...others } = places;
    setPlaces(value === none ? others : { ...others, [column]: Number(value) });
  }

  function submit() {
    setTried(true);
    if (Object.keys(missing).length === 0) onImport(places);
  }

  return (
    <>
      {problem && (
        <div role="alert">
          <Notice tone="bad" title={t`This file can't be imported`}>
            {problem}
          </Notice>
        </div>
      )}
      {needsAccountCheck(preview) && (
        <Notice tone="warn" title={t`This file names no account`}>
          {t`Check that it is the statement of ${account ?? t`your receiving account`} before you import it.`}
        </Notice>
      )}
      <FileNotes notes={preview.notes} />
      <Card aria-busy={busy || undefined}>
        <CardHeader
          title={t`Assign the columns`}
          description={t`${fileName} · ${lineCount(preview.line_count)}. The choice is saved for this bank's next statement.`}
          ruled
        />
        <CardBody className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {statementColumns.map((column) => {
            const [label, hint] = labels[column];
            return (
              <Field
                key={column}
                label={label}
                hint={hint}
                error={tried ? missing[column] : undefined}
              >
                <Select
                  options={options}
                  value={places[column] === undefined ? none : String(places[column])}
                  onValueChange={(value) => put(column, value)}
                />
              </Field>
            );
          })}
        </CardBody>
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">
          <Button variant="secondary" disabled={busy} onClick={onBack}>
            {t`Choose another file`}
          </Button>
          <Button busy={busy} busyLabel={t`Importing…`} onClick={submit}>
            {t`Import ${lineCount(preview.line_count)}`}
          </Button>
        </footer>
      </Card>
      <Sample preview={preview} places={places} />
    </>
  );
}

type SampleRow = Preview["sample"][number];

/** The first lines with the assigned columns, to reveal a wrong choice. */
function Sample({ preview, places }: { preview: Preview; places: ColumnPlaces }) {
  const chosen = statementColumns.filter((column) => places[column] !== undefined);
  const columns = chosen.map((column, order) => sampleColumn(column, places[column] ?? 0, order));
  return (
    <Card>
      <CardHeader title={t`First lines with these columns`} />
      <DataTable<SampleRow>
        caption={t`First lines with these columns`}
        columns={columns}
        rows={columns.length > 0 ? preview.sample : []}
        rowKey={({ line }) => String(line)}
        empty={
          <p className="px-5 pb-5 text-sm text-muted">{t`Choose a column above to see its values.`}</p>
        }
      />
    </Card>
  );
}

const figures: ReadonlySet<StatementColumn> = new Set(["credit", "debit", "amount", "balance"]);

function sampleColumn(column: StatementColumn, place: number, order: number): Column<SampleRow> {
  return {
    id: column,
    header: labels[column][0],
    card: order === 0 ? "title" : "line",
    align: figures.has(column) ? "end" : "start",
    cell: ({ cells }) => (
      <span className="block max-w-64 truncate" title={cells[place]}>
        {cells[place] || "–"}
      </span>
    ),
  };
}
