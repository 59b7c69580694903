import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { approveStatementMatches, StatementLine } from "@rokad/contract/statement-import";
import { database, transaction } from "../../database/db.ts";
import { findAnswer, runOnce, type IdempotentRequest } from "../../http/idempotency.ts";
import { approveDeposit, type ApprovalOptions } from "../deposits/approve-deposit.ts";
import type { StatedArrival } from "../deposits/arrival.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { findImport, findLine, selectExact, sumExact, type LineRow } from "./import-queries.ts";
import { asLine } from "./list-imports.ts";
import { reserveCredit } from "./queries.ts";
import { approvable } from "./line-status.ts";
import { lockImport } from "./undo-import.ts";

/** The console waits 10 s for an answer; it requests the rest again. */
const workSecondsMax = 4;
const batchLines = 40;
/** Each approval uses one database connection. */
const concurrency = 4;

type ApprovalSummary = Answer<typeof approveStatementMatches>["data"];

/**
 * Approves the deposits of exact matches through `approveDeposit`, each in its own transaction. A
 * deposit that another reviewer decided meanwhile is listed under `refused`; the rest continues.
 * @param afterLine the line of the file after which to start.
 * @throws 404
 */
export async function approveMatches(
  reviewer: SuperAdmin,
  importId: string,
  afterLine = 0,
): Promise<ApprovalSummary> {
  const db = database();
  if (!(await findImport(db, importId))) throw notFound("This import");
  // Of all exact matches of the file, so that the last step is no smaller batch.
  const batchPaise = await sumExact(db, importId);
  const deadline = performance.now() + workSecondsMax * 1000;
  const credited: bigint[] = [];
  const firstApprovals: bigint[] = [];
  const refused: ApprovalSummary["refused"] = [];
  let after = afterLine;
  let lines: LineRow[];
  do {
    lines = await selectExact(db, reviewer, importId, { after, limit: batchLines });
    after = lines.at(-1)?.line_number ?? after;
    await runConcurrently(lines, async (line) => {
      const approved = await approve(reviewer, line, { batchPaise });
      if (approved instanceof ApiError) {
        refused.push({ line: line.line_number, reason: approved.message });
      } else
        (approved.status === "completed" ? credited : firstApprovals).push(
          line.deposit_paise ?? 0n,
        );
    });
  } while (lines.length === batchLines && performance.now() < deadline);
  return {
    credited: totalOf(credited),
    first_approvals: totalOf(firstApprovals),
    refused: refused.toSorted((a, b) => a.line - b.line),
    next_line: lines.length === batchLines ? after : null,
  };
}

/**
 * Approves the deposit that a line was matched with, also for a match that is not exact.
 * @param amountReason for a line with another amount, which is then credited; why it differs.
 * @param request approves once for its key; a repeat gets the line as it is now.
 * @throws 404; 409 `LINE_NOT_APPROVABLE` with the reason, and the errors of `approveDeposit`.
 */
export async function approveLine(
  reviewer: SuperAdmin,
  id: string,
  amountReason: string | undefined,
  request: IdempotentRequest,
): Promise<StatementLine> {
  const isRepeat = await findAnswer(request);
  const line = await findLine(database(), reviewer, id);
  if (!line) throw notFound("This line");
  if (isRepeat) return asLine(line);
  const isOtherAmount = line.current_outcome === "amount_differs" && amountReason !== undefined;
  if (!approvable.has(line.current_outcome) && !isOtherAmount)
    throw notApprovable(asLine(line).reason);
  const received = isOtherAmount ? { paise: line.amount_paise ?? 0n, reason: amountReason } : {};
  const approved = await approve(reviewer, line, { received, run: runOnce(request) });
  if (approved instanceof ApiError) throw approved;
  const after = await findLine(database(), reviewer, id);
  return asLine(after ?? line);
}

async function runConcurrently(lines: readonly LineRow[], work: (line: LineRow) => Promise<void>) {
  const queue = [...lines];
  const runNext = async () => {
    for (let line = queue.shift(); line; line = queue.shift()) await work(line);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

/**
 * Reserves the line's money for the deposit, then approves the deposit. If the process dies between
 * the two, the deposit stays pending and the reservation remains valid for it alone.
 */
async function approve(
  reviewer: SuperAdmin,
  line: LineRow,
  { received = {}, ...options }: ApprovalOptions & { received?: StatedArrival },
) {
  const { credit_id: creditId, deposit_id: depositId } = line;
  // The money is where its statement shows it, also when the request names another account.
  const arrival = { ...received, receivingAccountId: line.receiving_account_id ?? undefined };
  if (!creditId || !depositId) return notApprovable(line.reason);
  try {
    const isFree = await transaction(async (db) => {
      if (!(await lockImport(db, line.import_id))) throw notFound("This import");
      return reserveCredit(db, creditId, depositId);
    });
    if (!isFree) return notApprovable("This line was used for another deposit.");
    const note = `Bank statement ${line.file_name}`.slice(0, limits.reasonCharsMax - 20);
    return await approveDeposit(reviewer, depositId, `${note}, line ${line.line_number}`, {
      ...options,
      source: "statement",
      arrival,
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function notApprovable(reason: string): ApiError {
  return new ApiError(409, "LINE_NOT_APPROVABLE", reason);
}

function totalOf(amounts: readonly bigint[]) {
  const paise = amounts.reduce((sum, each) => sum + each, 0n);
  return { count: amounts.length, total_amount: inr(paise) };
}
