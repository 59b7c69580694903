import type { Answer } from "@rokad/contract/call";
import type { ColumnPlaces, previewStatement as call } from "@rokad/contract/statement-import";
import { database } from "../../database/db.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { checkOwnAccount } from "./check-own-account.ts";
import { findHeader } from "./find-header.ts";
import { findFormat } from "./queries.ts";
import { readTable, unreadable } from "./read-table.ts";

const sampleRows = 5;

/** Formats from before balances were read have no balance column; the header may name one. */
function withBalance(remembered: ColumnPlaces, { balance }: ColumnPlaces): ColumnPlaces {
  const isFree = balance !== undefined && !Object.values(remembered).includes(balance);
  return remembered.balance === undefined && isFree ? { ...remembered, balance } : remembered;
}

/**
 * A preview of a file with the columns of its bank's last import, else with guessed ones.
 * @throws 422 `STATEMENT_UNREADABLE`, and the error of `checkOwnAccount`.
 */
export async function previewStatement(
  bytes: Buffer,
  accountId: string | undefined,
): Promise<Answer<typeof call>["data"]> {
  const table = await readTable(bytes);
  const header = findHeader(table);
  const letterhead = table.rows.slice(0, Math.max(0, header.rowsAbove - 1));
  const account = checkOwnAccount(letterhead, await readReceivingAccounts(), accountId);
  const remembered = await findFormat(database(), header.fingerprint);
  const rows = table.rows.slice(header.rowsAbove);
  if (rows.length === 0) throw unreadable("The file has a header and no lines below it.");
  return {
    kind: table.kind,
    receiving_account_id: account?.id ?? null,
    line_count: rows.length,
    header: [...header.names],
    columns: remembered ? withBalance(remembered, header.guess) : header.guess,
    remembered: remembered !== undefined,
    sample: rows
      .filter(({ cells }) => cells.filter((cell) => cell !== "").length > 1)
      .slice(0, sampleRows)
      .map(({ line, cells }) => ({ line, cells: [...cells] })),
  };
}
