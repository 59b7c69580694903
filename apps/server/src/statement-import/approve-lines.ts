import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { approveStatementMatches, StatementLine } from "@rokad/contract/statement-import";
import { database, transaction } from "../db.ts";
import { approveDeposit } from "../deposits/review-deposit.ts";
import { notFound, Refusal } from "../errors.ts";
import { inr } from "../money.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { findImport, findLine, selectExact, type LineRow } from "./import-queries.ts";
import { asLine } from "./list-imports.ts";
import { claimCredit } from "./queries.ts";
import { approvable } from "./standing.ts";

/** The console waits 10 s for an answer; what is left is asked for again. */
const workSecondsMax = 4;
const batchLines = 40;
/** Each approval is a transaction with a connection of its own. */
const atOnce = 4;

type Approved = Answer<typeof approveStatementMatches>["data"];

/**
 * Approves the deposits of exact matches, each in a transaction of its own and by the same verb
 * as in the queue: what somebody else decides meanwhile is refused and said, the rest goes on.
 * @throws 404
 */
export async function approveMatches(
  reviewer: SuperAdmin,
  importId: string,
  afterLine = 0,
): Promise<Approved> {
  const db = database();
  if (!(await findImport(db, importId))) throw notFound("This import");
  const until = performance.now() + workSecondsMax * 1000;
  const credited: bigint[] = [];
  const firstApprovals: bigint[] = [];
  const refused: Approved["refused"] = [];
  let after = afterLine;
  let lines: LineRow[];
  do {
    lines = await selectExact(db, reviewer, importId, { after, limit: batchLines });
    after = lines.at(-1)?.line_number ?? after;
    await inLanes(lines, async (line) => {
      const approved = await approve(reviewer, line);
      if (approved instanceof Refusal) {
        refused.push({ line: line.line_number, reason: approved.message });
      } else
        (approved.status === "completed" ? credited : firstApprovals).push(
          line.deposit_paise ?? 0n,
        );
    });
  } while (lines.length === batchLines && performance.now() < until);
  return {
    credited: totalOf(credited),
    first_approvals: totalOf(firstApprovals),
    refused: refused.toSorted((a, b) => a.line - b.line),
    next_line: lines.length === batchLines ? after : null,
  };
}

/**
 * Approves the one deposit that a line was matched with, the doubtful ones too.
 * @throws 404; 409 `LINE_NOT_APPROVABLE` with why, and what `approveDeposit` throws.
 */
export async function approveLine(reviewer: SuperAdmin, id: string): Promise<StatementLine> {
  const line = await findLine(database(), reviewer, id);
  if (!line) throw notFound("This line");
  if (!approvable.has(line.standing)) throw notApprovable(asLine(line).reason);
  const approved = await approve(reviewer, line);
  if (approved instanceof Refusal) throw approved;
  const after = await findLine(database(), reviewer, id);
  return asLine(after ?? line);
}

async function inLanes(lines: readonly LineRow[], work: (line: LineRow) => Promise<void>) {
  const waiting = [...lines];
  const lane = async () => {
    for (let line = waiting.shift(); line; line = waiting.shift()) await work(line);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/**
 * The line's money is promised to the deposit before the deposit is approved. If this process
 * dies between the two, the deposit still waits and the promise holds for it alone.
 */
async function approve(reviewer: SuperAdmin, line: LineRow) {
  const { credit_id: creditId, deposit_id: depositId } = line;
  if (!creditId || !depositId) return notApprovable(line.reason);
  try {
    const isFree = await transaction((db) => claimCredit(db, creditId, depositId));
    if (!isFree) return notApprovable("This line was used for another deposit.");
    const note = `Bank statement ${line.file_name}`.slice(0, limits.reasonCharsMax - 20);
    return await approveDeposit(reviewer, depositId, `${note}, line ${line.line_number}`);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function notApprovable(why: string): Refusal {
  return new Refusal(409, "LINE_NOT_APPROVABLE", why);
}

function totalOf(amounts: readonly bigint[]) {
  const paise = amounts.reduce((sum, each) => sum + each, 0n);
  return { count: amounts.length, total_amount: inr(paise) };
}
