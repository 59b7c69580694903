import {
  beneficiaryColumns,
  beneficiaryColumnTitles,
  missingBeneficiaryColumns,
  type BeneficiaryColumn,
  type BeneficiaryColumnPlaces,
  type previewBeneficiaryImport,
} from "@rokad/contract/beneficiary-import";
import type { Answer } from "@rokad/contract/call";
import { describeUnclear } from "@rokad/contract/imported-file";
import { t } from "../language.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const none = "none";

export type ImportPreview = Answer<typeof previewBeneficiaryImport>["data"];

interface ImportColumnsProps {
  preview: ImportPreview;
  busy: boolean;
  /** Checks the file again with other columns. */
  onChange: (columns: BeneficiaryColumnPlaces) => void;
}

/** What to choose before rows are saved: missing columns, and columns that fit equally. */
function columnsToChoose({ columns, header, unclear }: ImportPreview) {
  const messages = missingBeneficiaryColumns(columns);
  for (const column of beneficiaryColumns) {
    const message = describeUnclear(unclear[column], header);
    if (message && columns[column] === undefined) messages[column] = message;
  }
  return messages;
}

/** Whether a column is missing, or two fit the account or the UPI ID equally. */
export function lacksColumns({ columns, unclear }: ImportPreview): boolean {
  const isUnclear = (column: BeneficiaryColumn) => unclear[column] && columns[column] === undefined;
  if (isUnclear("account_number") || isUnclear("upi_id")) return true;
  return Object.keys(missingBeneficiaryColumns(columns)).length > 0;
}

/** Which column is what: open while one is missing, and not asked of a known template. */
export function ImportColumns({ preview, busy, onChange }: ImportColumnsProps) {
  const { columns, header, template } = preview;
  const missing = columnsToChoose(preview);
  if (template !== null && Object.keys(missing).length === 0) return null;
  const options = [
    { value: none, label: t`None` },
    ...header.map((label, at) => ({ value: String(at), label })),
  ];

  function put(column: BeneficiaryColumn, value: string) {
    const { [column]: _, ...others } = columns;
    onChange(value === none ? others : { ...others, [column]: Number(value) });
  }

  return (
    <details open={Object.keys(missing).length > 0} className="text-sm">
      <summary className="cursor-pointer py-1 text-dense text-brand-ink">
        {t`Columns of the file`}
      </summary>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        {beneficiaryColumns.map((column) => (
          <Field key={column} label={beneficiaryColumnTitles[column]} error={missing[column]}>
            <Select
              options={options}
              value={columns[column] === undefined ? none : String(columns[column])}
              onValueChange={(value) => put(column, value)}
              disabled={busy}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
