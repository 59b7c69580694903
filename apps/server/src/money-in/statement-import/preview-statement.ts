import type { Answer } from "@rokad/contract/call";
import type { ColumnPlaces, previewStatement as call } from "@rokad/contract/statement-import";
import { database } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { checkOwnAccount } from "./check-own-account.ts";
import { findFormat } from "./queries.ts";
import { readTable, unreadable } from "./read-table.ts";

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
  person: SuperAdmin,
  bytes: Buffer,
  accountId: string | undefined,
): Promise<Answer<typeof call>["data"]> {
  const table = await readTable(person.member.id, { bytes });
  const { kind, header, accountNumbers, notes, rowCount, sample } = table;
  const account = checkOwnAccount(accountNumbers, await readReceivingAccounts(), accountId);
  const remembered = await findFormat(database(), Buffer.from(header.fingerprint));
  if (rowCount === 0) throw unreadable("The file has a header and no lines below it.");
  return {
    kind,
    receiving_account_id: account?.id ?? null,
    names_account: accountNumbers.length > 0,
    line_count: rowCount,
    header: [...header.names],
    columns: remembered ? withBalance(remembered, header.guess) : header.guess,
    remembered: remembered !== undefined,
    notes: [...notes],
    sample: sample.map(({ line, cells }) => ({ line, cells: [...cells] })),
  };
}
