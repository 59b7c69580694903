import { limits } from "@rokad/contract/limits";
import type { ColumnPlaces } from "@rokad/contract/statement-import";
import { createHash } from "node:crypto";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { startOfDay } from "../../kernel/days.ts";
import type { Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { closedReason, findClosedCredits } from "../deposits/find-closed-credit.ts";
import {
  readReceivingAccounts,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { checkOwnAccount } from "./check-own-account.ts";
import { debitFingerprints, withFingerprints } from "./fingerprints.ts";
import { readImport } from "./list-imports.ts";
import { matchLines, withFlags, type Verdict } from "./match-lines.ts";
import { ownAccountOf, type OwnAccount } from "./own-account.ts";
import {
  findByAmount,
  findByUtr,
  findSameFile,
  insertImport,
  insertLines,
  insertCredits,
  lockImports,
  saveFormat,
  updateSeenCount,
  type KnownCredit,
} from "./queries.ts";
import type { CreditLine, DebitLine, StatementLine } from "./read-line.ts";
import { insertBalances } from "./insert-balances.ts";
import { readBalances } from "./read-balances.ts";
import {
  findDebitKeys,
  insertKeys,
  lockTakenBack,
  notifyContradictions,
  ofTakenBack,
} from "./taken-back.ts";
import { readTable, tooManyTransactions, unreadable } from "./read-table.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** A parsed bank statement that is not stored yet. */
export interface ParsedStatement {
  readonly fileName: string;
  /** The receiving account of the statement; null while there is none. */
  readonly account: ReceivingAccount | null;
  readonly accounts: readonly ReceivingAccount[];
  readonly kind: "csv" | "xlsx";
  readonly fileDigest: Buffer;
  readonly formatFingerprint: Buffer;
  readonly columns: ColumnPlaces;
  readonly lines: readonly StatementLine[];
}

/** A file to import, and the person's choices about it. */
interface StatementFile {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly columns: ColumnPlaces;
  readonly accountId?: string | undefined;
}

/**
 * Parses a statement file.
 * @throws 422 `STATEMENT_UNREADABLE` with the fault of the file or columns, and the error of
 *   `checkOwnAccount`.
 */
export async function readStatement(
  person: SuperAdmin,
  file: StatementFile,
): Promise<ParsedStatement> {
  const { fileName, bytes, columns, accountId } = file;
  const { kind, header, accountNumbers, lines } = await readTable(person.member.id, {
    bytes,
    columns,
  });
  const accounts = await readReceivingAccounts();
  const account = checkOwnAccount(accountNumbers, accounts, accountId);
  const [first] = lines;
  if (!first) {
    throw unreadable("No transaction found with these columns. Check the date column.");
  }
  if (lines.every((line) => line.kind === "unreadable") && first.kind === "unreadable") {
    throw unreadable(`No line can be read with these columns. First error: ${first.reason}`);
  }
  if (lines.length > limits.statementLinesMax) throw tooManyTransactions();
  return {
    fileName,
    account,
    accounts,
    kind,
    fileDigest: createHash("sha256").update(bytes).digest(),
    formatFingerprint: Buffer.from(header.fingerprint),
    columns,
    lines,
  };
}

/**
 * Stores a statement's lines with their match results, and its columns for the bank's next file. No
 * wallet changes. A credit known from an earlier import is matched again but stays one credit, so it
 * pays for at most one deposit request.
 */
export async function importStatement(db: Tx, person: SuperAdmin, statement: ParsedStatement) {
  const { fileName, kind, fileDigest, formatFingerprint, columns, lines } = statement;
  const ownAccount = ownAccountOf(statement);
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
    imported_by: person.member.id,
    imported_at: now(),
    receiving_account_id: statement.account?.id ?? null,
  });
  const credits = lines.filter((line) => line.kind === "credit");
  const known = await insertCredits(db, id, withFingerprints(credits));
  const matched = new Map(
    (await match(db, { all: lines, lines: credits, known, ownAccount })).map((verdict, at) => [
      credits[at],
      { verdict, credit: known[at] },
    ]),
  );
  const debits = lines.filter((line) => line.kind === "debit");
  const prints = new Map(debitFingerprints(debits).map((print, at) => [debits[at], print]));
  const takenBack = await lockTakenBack(db, [...new Set(debits.flatMap(keysOf))]);
  const rows = lines.map((line) => ({
    ...asRow(line, matched.get(line as CreditLine), takenBack, ownAccount),
    debit_fingerprint: prints.get(line as DebitLine)?.toString("base64") ?? null,
  }));
  await insertLines(db, id, rows);
  for (const direction of ["debit", "credit"] as const) {
    await insertKeys(
      db,
      direction,
      lines.flatMap((line, at) =>
        line.kind === direction
          ? keysOf(line).map((key) => ({ utr_key: key, line_id: rows[at]?.id ?? "" }))
          : [],
      ),
    );
  }
  await insertBalances(
    db,
    { person, importId: id, accountId: statement.account?.id ?? null },
    readBalances(lines),
  );
  await notifyContradictions(db, { id, fileName, ownAccount }, [...takenBack.values()]);
  const seen = known.filter(({ first_import_id }) => first_import_id !== id).length;
  await updateSeenCount(db, id, seen);
  const answer = await readImport(db, person, id);
  await publishToSuperAdmins(db, ["deposits", "float"]);
  await record(db, {
    act: "statement.imported",
    by: person,
    subject: { kind: "statement_import", id },
    after: {
      file_name: fileName,
      receiving_account: statement.account?.id ?? null,
      lines: lines.length,
      seen_before: seen,
      ...Object.fromEntries(
        Object.entries(answer.groups).map(([group, { count }]) => [group, count]),
      ),
    },
  });
  return answer;
}

/** How long before its statement line a deposit request may have been created. */
const requestDaysBefore = 30;

interface ToMatch {
  readonly all: readonly StatementLine[];
  readonly lines: readonly CreditLine[];
  readonly known: readonly KnownCredit[];
  readonly ownAccount: OwnAccount;
}

async function match(db: Tx, { all, lines, known, ownAccount }: ToMatch): Promise<Verdict[]> {
  const credits = new Map(lines.map((line, at) => [line, known[at]]));
  const mangledLines = lines.filter(({ mangled }) => mangled !== undefined);
  const firstDay = mangledLines.map(({ bookedOn }) => bookedOn).toSorted()[0];
  const since = firstDay ? startOfDay(firstDay).getTime() - requestDaysBefore * 86_400_000 : 0;
  const byUtr = await findByUtr(db, [...new Set(lines.flatMap(({ utrs }) => utrs.map(utrKey)))]);
  const byAmount = await findByAmount(
    db,
    [...new Set(mangledLines.map(({ paise }) => paise))],
    new Date(since),
  );
  const earlierDebitKeys = await findDebitKeys(
    db,
    byUtr.map(({ key }) => key),
  );
  const closed = await findClosedCredits(
    db,
    byUtr.map(({ key }) => key),
  );
  const closedReasons = new Map(closed.map((each) => [each.utr_key, closedReason(each)]));
  const usedFor = (line: CreditLine) => {
    const credit = credits.get(line);
    return credit?.deposit_id
      ? { depositId: credit.deposit_id, isCredited: credit.is_credited }
      : null;
  };
  const ownDebitKeys = new Set(
    all.flatMap((line) => (line.kind === "debit" ? line.utrs.map(utrKey) : [])),
  );
  return matchLines({
    lines,
    byUtr,
    byAmount,
    ownDebitKeys,
    earlierDebitKeys: new Set(earlierDebitKeys),
    closedReasons,
    usedFor,
    ownAccount,
  });
}

const keysOf = ({ utrs }: DebitLine | CreditLine) => [...new Set(utrs.map(utrKey))];

function asRow(
  line: StatementLine,
  matched: { verdict: Verdict; credit: KnownCredit | undefined } | undefined,
  takenBack: Awaited<ReturnType<typeof lockTakenBack>>,
  ownAccount: OwnAccount,
) {
  const debit =
    line.kind === "debit" ? keysOf(line).flatMap((key) => takenBack.get(key) ?? []) : [];
  const verdict: Verdict =
    line.kind === "credit"
      ? (matched?.verdict ?? { outcome: "unreadable", reason: "", depositId: null })
      : withFlags(
          debit[0]
            ? ofTakenBack(debit[0], ownAccount)
            : { outcome: line.kind, reason: line.reason, depositId: null },
          line.flags,
        );
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
    review_reason: line.flags?.map(({ reason }) => reason).join(" ") ?? null,
    deposit_id: verdict.depositId,
  };
}
