import {
  batchFields,
  batchFieldTitles,
  missingBatchColumns,
  type BatchColumns,
  type BatchField,
  type BatchUnclear,
} from "@rokad/contract/batch-columns";
import { describeUnclear } from "@rokad/contract/imported-file";
import { t } from "../language.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const none = "none";

interface ChooseColumnsProps {
  preview: {
    readonly template: string | null;
    readonly header: readonly string[];
    readonly columns: BatchColumns;
    readonly unclear: BatchUnclear;
    readonly sample: readonly { readonly cells: readonly string[] }[];
  };
  busy: boolean;
  onChange: (columns: BatchColumns, unclear: BatchUnclear) => void;
}

/** What to choose before the file can be checked: missing columns, and columns that fit equally. */
function columnsToChoose({ columns, header, unclear }: ChooseColumnsProps["preview"]) {
  const messages = missingBatchColumns(columns);
  for (const field of batchFields) {
    const message = describeUnclear(unclear[field], header);
    if (message && columns[field] === undefined) messages[field] = message;
  }
  return messages;
}

/** Whether a column is missing. Without the account, rows would pay saved beneficiaries by name. */
export function lacksColumns({ columns, unclear }: ChooseColumnsProps["preview"]): boolean {
  const isUnclear = (field: BatchField) => unclear[field] && columns[field] === undefined;
  if (isUnclear("account_number") || isUnclear("upi_id")) return true;
  return Object.keys(missingBatchColumns(columns)).length > 0;
}

/** Which column is what, with the first row's cell under each: open while one is missing, and not asked of a known template. */
export function ChooseColumns({ preview, busy, onChange }: ChooseColumnsProps) {
  const { columns, header, sample, template } = preview;
  const missing = columnsToChoose(preview);
  if (template !== null && Object.keys(missing).length === 0) return null;
  const options = [
    { value: none, label: t`None` },
    ...header.map((label, at) => ({ value: String(at), label })),
  ];

  function put(field: BatchField, value: string) {
    const { [field]: _, ...others } = columns;
    const { [field]: _answered, ...unclear } = preview.unclear;
    onChange(value === none ? others : { ...others, [field]: Number(value) }, unclear);
  }

  return (
    <details open={Object.keys(missing).length > 0} className="text-sm">
      <summary className="cursor-pointer py-1 text-dense text-brand-ink">
        {t`Columns of the file`}
      </summary>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        {batchFields.map((field) => {
          const at = columns[field];
          const first = at === undefined ? undefined : sample[0]?.cells[at];
          return (
            <Field
              key={field}
              label={batchFieldTitles[field]}
              error={missing[field]}
              hint={first ? t`First row: ${first}` : undefined}
            >
              <Select
                options={options}
                value={at === undefined ? none : String(at)}
                onValueChange={(value) => put(field, value)}
                disabled={busy}
              />
            </Field>
          );
        })}
      </div>
    </details>
  );
}
