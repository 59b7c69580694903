import { limits } from "@rokad/contract/limits";
import { now } from "../../kernel/clock.ts";
import { statementTooLong } from "../../kernel/errors.ts";
import { writePdf } from "../../files/pdf/write-pdf.ts";
import { productName } from "../../identity/settings/read-branding.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { streamFile } from "../../files/stream-file.ts";
import type { Period } from "./period.ts";
import { readStatementFigures } from "./read-figures.ts";
import { drawStatement } from "./draw-statement.ts";
import { streamLines } from "./stream-lines.ts";

/**
 * A PDF of the whole statement, written page by page in constant memory.
 * @throws 422 `STATEMENT_TOO_LONG` above `limits.statementPdfLinesMax`; 429 `EXPORTS_BUSY`.
 */
export async function printStatement(tenant: Tenant, period: Period): Promise<StreamedFile> {
  const { entryRange, figures } = await readStatementFigures(tenant, period);
  const lines = figures.creditCount + figures.debitCount;
  if (lines > limits.statementPdfLinesMax) throw statementTooLong(lines);
  const heading = { tenant, period, figures, generatedAt: now() };
  const bytes = writePdf("Statement of account", await productName(), (sheet) =>
    drawStatement(sheet, heading, streamLines(tenant, entryRange)),
  );
  return streamFile("pdf", `statement-${period.from}-to-${period.to}.pdf`, bytes);
}
