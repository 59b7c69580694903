import { batchFieldTitles, type BatchField } from "@rokad/contract/batch-columns";
import type { BatchRow } from "@rokad/contract/payout-batch";
import { t } from "../language.ts";

/** What the bank said of a new account, unless it is among the warnings; undefined for a known one. */
export function nameNote({ is_unchecked: isUnchecked, account_check: check }: BatchRow) {
  if (isUnchecked) return t`New account, not checked`;
  if (!check) return undefined;
  if (check.verdict === "unknown") return t`Name not checked: ${check.reason ?? t`no answer`}`;
  if (check.name_at_bank === null) return t`Account found, the bank does not share the name`;
  return check.match === "match" ? t`Name at bank: ${check.name_at_bank}` : undefined;
}

/** What was corrected, with the cells as they were and as they are. */
export function repairNote({ repairs, written, fields }: BatchRow): string | undefined {
  if (repairs.length === 0) return undefined;
  const cells = (Object.entries(written) as [BatchField, string][]).map(([field, text]) => {
    const now = fields[field];
    const after = now === undefined ? "moved" : `“${now}”`;
    return `${batchFieldTitles[field]} “${text}” → ${after}`;
  });
  return t`Corrected: ${(cells.length > 0 ? cells : repairs).join(", ")}`;
}
