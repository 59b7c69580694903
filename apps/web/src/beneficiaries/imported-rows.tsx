import type { ImportedRow } from "@rokad/contract/beneficiary-import";
import { t } from "../language.ts";
import { StatusIcon } from "../ui/status-badge.tsx";

/** A longer list is of no use in a dialog: the file has the same fault in each row. */
const shownMax = 100;

const icons: Readonly<Record<ImportedRow["outcome"], string>> = {
  saved: "success",
  known: "pending",
  wrong: "failed",
};
const order: readonly ImportedRow["outcome"][] = ["wrong", "known", "saved"];
const rankOf = ({ outcome, warnings }: ImportedRow) =>
  outcome !== "wrong" && warnings.length > 0 ? 0.5 : order.indexOf(outcome);

/** The rows that need attention first: wrong ones, warnings, those saved already, corrected ones. */
export function ImportedRows({ rows }: { rows: readonly ImportedRow[] }) {
  const listed = rows
    .filter(
      ({ outcome, message, warnings, repairs }) =>
        outcome !== "saved" || message || warnings.length > 0 || repairs.length > 0,
    )
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line);
  if (listed.length === 0) return null;
  return (
    <>
      <ul className="grid gap-3">
        {listed
          .slice(0, shownMax)
          .map(({ line, name, account, outcome, message, warnings, repairs }) => (
            <li key={line} className="flex items-start gap-3 text-sm">
              <StatusIcon status={icons[outcome]} className="mt-0.5 size-4" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words tabular-nums">
                  {t`Row ${line}: ${name || t`No name`} ${account}`}
                </p>
                {warnings.map((warning) => (
                  <p key={warning} className="text-warn">
                    {warning}
                  </p>
                ))}
                <p className="text-muted">
                  {[message, repairs.length > 0 && t`Corrected: ${repairs.join(", ")}`]
                    .filter(Boolean)
                    .join(". ")}
                </p>
              </div>
            </li>
          ))}
      </ul>
      {listed.length > shownMax && (
        <p className="text-dense text-muted">
          {t`And ${(listed.length - shownMax).toLocaleString("en-IN")} more rows`}
        </p>
      )}
    </>
  );
}
