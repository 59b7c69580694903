import { Notice } from "../ui/notice.tsx";
import type { Reviewable } from "./review.ts";

interface ReviewWarningsProps<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
}

/** The whole sentences; of several, each under its name. */
export function ReviewWarnings<Row extends Reviewable>({ rows, nameOf }: ReviewWarningsProps<Row>) {
  const doubted = rows.filter(({ warnings }) => warnings.length > 0);
  if (doubted.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={rows.length > 1 ? `Look at ${doubted.length} of ${rows.length}` : "Look at this"}
    >
      <ul className="grid gap-2">
        {doubted.map((row) => (
          <li key={row._id} className="grid gap-1">
            {rows.length > 1 && <p className="font-medium">{nameOf(row)}</p>}
            {row.warnings.map(({ code, message }) => (
              <p key={code} className="break-words">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
