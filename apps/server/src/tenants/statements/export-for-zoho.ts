import { todayInIndia } from "@rokad/contract/fields";
import { replicaOrPrimary } from "../../database/replica.ts";
import { csvFile, type Cell } from "../../files/csv-file.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { dayInIndia } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readStatementTotals, type EntryRange } from "../../ledger/statement.ts";
import type { Line } from "./line.ts";
import { narrateLine } from "./narrate-line.ts";
import { entriesOf, type Period } from "./period.ts";
import { streamLines } from "./stream-lines.ts";

/** The columns that Zoho Books recognises in a bank statement. */
const titles = ["Date", "Withdrawals", "Deposits", "Payee", "Description", "Reference Number"];

/** The statement as a bank statement of the wallet for Zoho Books, oldest line first. */
export async function exportForZoho(tenant: Tenant, period: Period): Promise<StreamedFile> {
  const range = await entriesOf(await replicaOrPrimary(), tenant, period);
  // Rejects a range that does not add up, as every statement does.
  await readStatementTotals(await replicaOrPrimary(), range);
  return csvFile(
    `statement-${period.from}-to-${period.to}-zoho.csv`,
    titles,
    rowsOf(tenant, range),
  );
}

async function* rowsOf(tenant: Tenant, range: EntryRange): AsyncGenerator<readonly Cell[]> {
  for await (const lines of streamLines(tenant, range)) yield* lines.map(rowOf);
}

function rowOf(line: Line): Cell[] {
  const { paise, payout } = line;
  return [
    dayInIndia(todayInIndia(line.at)),
    paise < 0n ? -paise : null,
    paise > 0n ? paise : null,
    payout?.payout_kind === "payout" ? payout.beneficiary_name : null,
    narrateLine(line),
    line.reference ?? line.utr,
  ];
}
