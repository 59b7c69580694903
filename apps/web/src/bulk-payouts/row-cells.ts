import { batchFields, type BatchField } from "@rokad/contract/batch-columns";
import type { BatchRow, BatchRowFields } from "@rokad/contract/payout-batch";

/**
 * The cells of a row's form to save: those that the person changed, so that the others stay as they are
 * by then, and those of its problem, which the save confirms.
 */
export function cellsToSave(
  row: BatchRow,
  fields: BatchRowFields,
): Partial<Record<BatchField, string>> {
  const changed = batchFields.filter(
    (field) =>
      cell(fields, field) !== cell(row.fields, field) || row.problem_fields.includes(field),
  );
  return Object.fromEntries(changed.map((field) => [field, cell(fields, field)]));
}

/** Whether a row pays the same as before, or is removed as before; what a bank says of it may differ. */
export function hasSameCells(row: BatchRow, before: BatchRow | undefined): boolean {
  if (!before || (row.state === "removed") !== (before.state === "removed")) return false;
  return batchFields.every((field) => cell(row.fields, field) === cell(before.fields, field));
}

const cell = (fields: BatchRowFields, field: BatchField) => fields[field] ?? "";
