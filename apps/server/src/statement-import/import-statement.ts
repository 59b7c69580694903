import { limits } from "@rokad/contract/limits";
import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { createHash } from "node:crypto";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { startOfDay } from "../days.ts";
import type { Tx } from "../db.ts";
import { digest, newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { lookupHash } from "../sealing/seal.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { findHeader } from "./find-header.ts";
import { readImport } from "./list-imports.ts";
import { matchLines, type Verdict } from "./match-lines.ts";
import {
  findByAmount,
  findByUtr,
  findSameFile,
  insertImport,
  insertLines,
  keepCredits,
  lockImports,
  saveFormat,
  updateSeenCount,
  type KnownCredit,
} from "./queries.ts";
import { readLines, type CreditLine, type StatementLine } from "./read-lines.ts";
import { readTable, unreadable } from "./read-table.ts";
import { tooManyLines } from "./read-csv.ts";

/** A bank statement that was read and is not kept yet. */
export interface ReadStatement {
  readonly fileName: string;
  readonly kind: "csv" | "xlsx";
  readonly fileDigest: Buffer;
  readonly formatFingerprint: Buffer;
  readonly columns: ColumnPlaces;
  readonly lines: readonly StatementLine[];
}

/** @throws 422 `STATEMENT_UNREADABLE` with what is wrong with the file or the columns. */
export async function readStatement(
  fileName: string,
  bytes: Buffer,
  columns: ColumnPlaces,
): Promise<ReadStatement> {
  const table = await readTable(bytes);
  const header = findHeader(table);
  const lines = readLines(table.rows.slice(header.rowsAbove), columns);
  const [first] = lines;
  if (!first) {
    throw unreadable(
      "There is no transaction in the file with these columns. Check the date column.",
    );
  }
  if (lines.every(({ kind }) => kind === "unreadable") && first.kind === "unreadable") {
    throw unreadable(`With these columns no line can be read. The first: ${first.reason}`);
  }
  if (lines.length > limits.statementLinesMax) throw unreadable(tooManyLines);
  return {
    fileName,
    kind: table.kind,
    fileDigest: createHash("sha256").update(bytes).digest(),
    formatFingerprint: header.fingerprint,
    columns,
    lines,
  };
}

/**
 * Keeps a statement's lines with what each comes to, and its columns for the bank's next file. No
 * wallet changes. A line that an earlier import had stays one line: it is matched again, and its
 * money pays for the same request or none.
 */
export async function importStatement(db: Tx, person: SuperAdmin, statement: ReadStatement) {
  const { fileName, kind, fileDigest, formatFingerprint, columns, lines } = statement;
  await lockImports(db);
  await saveFormat(db, person, formatFingerprint, columns);
  const id = newId();
  await insertImport(db, {
    id,
    file_name: fileName,
    file_digest: fileDigest,
    kind,
    format_fingerprint: formatFingerprint,
    columns: JSON.stringify(columns),
    line_count: lines.length,
    seen_count: 0,
    same_file_as: (await findSameFile(db, fileDigest))?.id ?? null,
    imported_by: person.id,
    imported_at: now(),
  });
  const credits = lines.filter((line) => line.kind === "credit");
  const known = await keepCredits(db, id, withFingerprints(credits));
  const matched = new Map(
    (await match(db, lines, credits, known)).map((verdict, at) => [
      credits[at],
      { verdict, credit: known[at] },
    ]),
  );
  await insertLines(
    db,
    id,
    lines.map((line) => asRow(line, matched.get(line as CreditLine))),
  );
  const seen = known.filter(({ first_import_id }) => first_import_id !== id).length;
  await updateSeenCount(db, id, seen);
  const answer = await readImport(db, person, id);
  await announce(db, await superAdminIds(db), ["deposits"]);
  await record(db, {
    act: "statement.imported",
    by: person,
    subject: { kind: "statement_import", id },
    after: {
      file_name: fileName,
      lines: lines.length,
      seen_before: seen,
      ...Object.fromEntries(
        Object.entries(answer.groups).map(([group, { count }]) => [group, count]),
      ),
    },
  });
  return answer;
}

/**
 * By what a line is known again in another file of the same account: its day, its amount and its
 * UTR, or its words where it has none; lines that are alike are counted.
 */
function withFingerprints(lines: readonly CreditLine[]) {
  const alike = new Map<string, number>();
  return lines.map((line) => {
    const words = `${line.reference ?? ""} ${line.narration ?? ""}`.toUpperCase();
    const key = line.utrs[0] ?? words.replaceAll(/\s+/g, " ").trim();
    const base = `${line.bookedOn} ${line.paise} ${key}`;
    const occurrence = (alike.get(base) ?? 0) + 1;
    alike.set(base, occurrence);
    return { id: newId(), fingerprint: lookupHash("statement line", digest([base, occurrence])) };
  });
}

/** A request may be made this long before its money is in the statement. */
const requestDaysBefore = 30;

async function match(
  db: Tx,
  all: readonly StatementLine[],
  lines: readonly CreditLine[],
  known: readonly KnownCredit[],
): Promise<Verdict[]> {
  const credits = new Map(lines.map((line, at) => [line, known[at]]));
  const cut = lines.filter(({ mangled }) => mangled !== undefined);
  const firstDay = cut.map(({ bookedOn }) => bookedOn).toSorted()[0];
  const since = firstDay ? startOfDay(firstDay).getTime() - requestDaysBefore * 86_400_000 : 0;
  const byUtr = await findByUtr(db, [...new Set(lines.flatMap(({ utrs }) => utrs))]);
  const byAmount = await findByAmount(
    db,
    [...new Set(cut.map(({ paise }) => paise))],
    new Date(since),
  );
  const usedFor = (line: CreditLine) => {
    const credit = credits.get(line);
    return credit?.deposit_id
      ? { depositId: credit.deposit_id, isCredited: credit.is_credited }
      : null;
  };
  const wentOut = new Set(all.flatMap((line) => (line.kind === "debit" ? line.utrs : [])));
  return matchLines({ lines, byUtr, byAmount, wentOut, usedFor });
}

function asRow(
  line: StatementLine,
  matched: { verdict: Verdict; credit: KnownCredit | undefined } | undefined,
) {
  const verdict: Verdict =
    line.kind === "credit"
      ? (matched?.verdict ?? { outcome: "unreadable", reason: "", depositId: null })
      : { outcome: line.kind, reason: line.reason, depositId: null };
  return {
    id: newId(),
    line_number: line.line,
    credit_id: matched?.credit?.id ?? null,
    booked_on: line.bookedOn,
    amount_paise: line.paise === null ? null : String(line.paise),
    reference: line.reference,
    narration: line.narration,
    outcome: verdict.outcome,
    reason: verdict.reason,
    deposit_id: verdict.depositId,
  };
}
