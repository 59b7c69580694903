import {
  batchFields,
  batchFieldTitles,
  missingBatchColumns,
  type BatchColumns,
  type BatchField,
} from "@rokad/contract/batch-columns";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const none = "none";

interface ChooseColumnsProps {
  preview: {
    readonly header: readonly string[];
    readonly columns: BatchColumns;
    readonly sample: readonly { readonly cells: readonly string[] }[];
  };
  busy: boolean;
  onChange: (columns: BatchColumns) => void;
}

/** Which column is what, with the first row's cell under each: open while one is missing. */
export function ChooseColumns({ preview, busy, onChange }: ChooseColumnsProps) {
  const { columns, header, sample } = preview;
  const missing = missingBatchColumns(columns);
  const options = [
    { value: none, label: "None" },
    ...header.map((label, at) => ({ value: String(at), label })),
  ];

  function put(field: BatchField, value: string) {
    const { [field]: _, ...others } = columns;
    onChange(value === none ? others : { ...others, [field]: Number(value) });
  }

  return (
    <details open={Object.keys(missing).length > 0} className="text-sm">
      <summary className="cursor-pointer py-1 text-dense text-brand-ink">
        Columns of the file
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
              hint={first ? `First row: ${first}` : undefined}
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
