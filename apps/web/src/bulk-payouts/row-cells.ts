import { batchFields, type BatchField } from "@rokad/contract/batch-columns";
import type { BatchRow, BatchRowFields } from "@rokad/contract/payout-batch";

/** Whether a row pays the same as before, or is removed as before; what a bank says of it may differ. */
export function hasSameCells(row: BatchRow, before: BatchRow | undefined): boolean {
  if (!before || (row.state === "removed") !== (before.state === "removed")) return false;
  return batchFields.every((field) => cell(row.fields, field) === cell(before.fields, field));
}

const cell = (fields: BatchRowFields, field: BatchField) => fields[field] ?? "";
