import type { BatchRow } from "@rokad/contract/payout-batch";
import { listBatchRows } from "@rokad/contract/payout-batches";
import { send } from "../api/client.ts";

/** What one request reads. */
export const pageRows = 100;

/** The rows of these lines, in their order. */
export async function readRows(batchId: string, lines: readonly number[]): Promise<BatchRow[]> {
  const rows: BatchRow[] = [];
  for (let at = 0; at < lines.length; at += pageRows) {
    const query = { lines: lines.slice(at, at + pageRows).join(","), limit: pageRows };
    const { data } = await send(listBatchRows, { params: { id: batchId }, query });
    rows.push(...data);
  }
  return rows;
}
