import type { BatchRow } from "@rokad/contract/payout-batch";
import { changeBatchRows, getPayoutBatch } from "@rokad/contract/payout-batches";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import type { RowChange } from "./grid-steps.ts";
import { readRows } from "./read-rows.ts";
import { hasSameCells } from "./row-cells.ts";

interface RowChanges {
  /** Of the batch as the person saw it. */
  readonly revision: number;
  readonly changes: RowChange[];
  /** The rows as the person saw them, by line. */
  readonly seen: ReadonlyMap<number, BatchRow>;
}

/** The checks of new accounts may change the batch again while its rows are compared. */
const attemptsMax = 3;

/**
 * Changes rows of a draft. What others or the checks of accounts changed in the batch meanwhile does
 * not matter, as long as these rows are as the person saw them.
 * @throws what `send` throws; `BATCH_CHANGED` if one of these rows was changed.
 */
export async function saveRows(
  id: string,
  { revision, changes, seen }: RowChanges,
  attempt = 1,
): Promise<{ revision: number; rows: BatchRow[] }> {
  const params = { id };
  try {
    const { data } = await send(changeBatchRows, { params, body: { revision, changes } });
    return { revision: data.batch.revision, rows: data.rows };
  } catch (error) {
    const isChanged = error instanceof ApiError && error.code === "BATCH_CHANGED";
    if (!isChanged || attempt === attemptsMax) throw error;
    // Before its rows: a change between the two is refused again.
    const { data: batch } = await send(getPayoutBatch, { params });
    const rows = await readRows(
      id,
      changes.map(({ number }) => number),
    );
    const isSame = (row: BatchRow) => hasSameCells(row, seen.get(row.number));
    if (rows.length < changes.length || !rows.every(isSame)) throw error;
    return saveRows(id, { revision: batch.revision, changes, seen }, attempt + 1);
  }
}
