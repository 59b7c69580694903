import { limits } from "@rokad/contract/limits";
import { now } from "../clock.ts";
import { statementTooLong } from "../errors.ts";
import { allLinesOf, figuresOf, type Stretch } from "../ledger/statement.ts";
import { printed } from "../pdf/printed.ts";
import { productName } from "../platform/read-branding.ts";
import type { MadeFile } from "../send-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { streamedFile } from "../streamed-file.ts";
import { reading } from "../replica.ts";
import { entriesOf, type Period } from "./period.ts";
import { describeEntries, type Line } from "./statement-line.ts";
import { drawStatement } from "./statement-sheet.ts";

const linesAtOnce = 500;

/**
 * The whole statement as PDF, page by page in constant memory.
 * @throws 422 `STATEMENT_TOO_LONG` for more lines than anybody turns pages for; 429 `EXPORTS_BUSY`.
 */
export async function printStatement(tenant: Tenant, period: Period): Promise<MadeFile> {
  const stretch = await entriesOf(await reading(), tenant, period);
  const figures = await figuresOf(await reading(), stretch);
  const lines = figures.creditCount + figures.debitCount;
  if (lines > limits.statementPdfLinesMax) throw statementTooLong(lines);
  const heading = { tenant, period, figures, madeAt: now() };
  const bytes = printed("Statement of account", await productName(), (sheet) =>
    drawStatement(sheet, heading, describedLines(tenant, stretch)),
  );
  return streamedFile("pdf", `statement-${period.from}-to-${period.to}.pdf`, bytes);
}

async function* describedLines(tenant: Tenant, stretch: Stretch): AsyncGenerator<Line[]> {
  for await (const entries of allLinesOf(await reading(), stretch, linesAtOnce)) {
    yield await describeEntries(await reading(), tenant, entries);
  }
}
