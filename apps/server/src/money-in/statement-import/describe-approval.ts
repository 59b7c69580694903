import { database } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { findImport, findLine, sumByOutcome } from "./import-queries.ts";

/** What the approval of an import's exact matches signs: how many and how much. @throws 404. */
export async function describeMatches(
  person: SuperAdmin,
  importId: string,
): Promise<SignedSummary> {
  const found = await findImport(database(), importId);
  if (!found) throw notFound("This import");
  const sums = await sumByOutcome(database(), person, [importId]);
  const { count = 0n, paise = 0n } = sums.find((sum) => sum.current_outcome === "exact") ?? {};
  const deposits = count === 1n ? "1 deposit" : `${count} deposits`;
  return {
    summary: `Approve ${deposits} of ${rupees(paise)} in total, matched in ${found.file_name}`,
    text: decisionText(`${deposits} of a statement`, paise),
  };
}

/** What the approval of one line signs. @throws 404. */
export async function describeLine(person: SuperAdmin, id: string): Promise<SignedSummary> {
  const line = await findLine(database(), person, id);
  if (!line) throw notFound("This line");
  const { line_number: number, amount_paise: paise } = line;
  return {
    summary: `Approve the deposit of line ${number}, ${rupees(paise ?? 0n)}`,
    text: decisionText(`deposit of line ${number}`, paise ?? 0n),
  };
}
