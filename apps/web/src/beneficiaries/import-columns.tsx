import {
  beneficiaryColumns,
  beneficiaryColumnTitles,
  missingBeneficiaryColumns,
  type BeneficiaryColumn,
  type BeneficiaryColumnPlaces,
  type previewBeneficiaryImport,
} from "@rokad/contract/beneficiary-import";
import type { Answer } from "@rokad/contract/call";
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

/** Which column is what: open while one is missing, folded otherwise. */
export function ImportColumns({ preview, busy, onChange }: ImportColumnsProps) {
  const { columns, header } = preview;
  const missing = missingBeneficiaryColumns(columns);
  const options = [
    { value: none, label: "None" },
    ...header.map((label, at) => ({ value: String(at), label })),
  ];

  function put(column: BeneficiaryColumn, value: string) {
    const { [column]: _, ...others } = columns;
    onChange(value === none ? others : { ...others, [column]: Number(value) });
  }

  return (
    <details open={Object.keys(missing).length > 0} className="text-sm">
      <summary className="cursor-pointer py-1 text-dense text-brand-ink">
        Columns of the file
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
