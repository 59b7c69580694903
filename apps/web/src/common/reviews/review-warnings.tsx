import { t } from "../../super-admin-language.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Reviewable } from "./review.ts";

interface ReviewWarningsProps<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
}

/** The full warnings, for several rows under each row's name. */
export function ReviewWarnings<Row extends Pick<Reviewable, "_id" | "warnings">>({
  rows,
  nameOf,
}: ReviewWarningsProps<Row>) {
  const rowsWithWarnings = rows.filter(({ warnings }) => warnings.length > 0);
  if (rowsWithWarnings.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={
        rows.length > 1 ? t`Check ${rowsWithWarnings.length} of ${rows.length}` : t`Check this`
      }
    >
      <ul className="grid gap-2">
        {rowsWithWarnings.map((row) => (
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
