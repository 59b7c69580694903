import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { areChecksRunning } from "./check-accounts.ts";
import { findBatchApproval } from "./batch-approval.ts";
import { findAccountConflicts } from "./find-account-conflicts.ts";
import { lackingOf, readNeededFirst } from "./needed-funds.ts";
import {
  hasWarning,
  isDifferent,
  isNewPayee,
  isUnchecked,
  repeatsBefore,
  repeatsInFile,
} from "./row-conditions.ts";
import { isNotStarted, isUnconfirmed, type StoredBatch } from "./stored-batch.ts";

interface Counts {
  readonly rows: bigint;
  readonly ready: bigint;
  readonly wrong: bigint;
  readonly removed: bigint;
  readonly repaired: bigint;
  readonly warned: bigint;
  readonly unchecked: bigint;
  readonly different_names: bigint;
  readonly unconfirmed: bigint;
  readonly repeated_in_file: bigint;
  readonly repeated_before: bigint;
  readonly new_payees: bigint;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly gst: bigint;
}

/** What a batch that is not started will do, and how far its account checks are. */
export async function describeCheck(
  db: Db,
  person: Tenant,
  batch: StoredBatch,
): Promise<Pick<PayoutBatchDetail, "check" | "account_checks">> {
  if (!isNotStarted(batch)) return { check: null, account_checks: null };
  const assessment = await sumAssessment(db, person, batch);
  const isBroken = batch.account_checks === "running" && !(await areChecksRunning(db, batch));
  return {
    check: assessment,
    account_checks: {
      state: isBroken ? "due" : batch.account_checks,
      reason: isBroken ? "The checks failed. Start them again." : batch.account_checks_reason,
      left: assessment.unchecked,
    },
  };
}

/** What it will do, over all its rows. */
async function sumAssessment(
  db: Db,
  person: Tenant,
  batch: StoredBatch,
): Promise<NonNullable<PayoutBatchDetail["check"]>> {
  const conflicts = await findAccountConflicts(db, batch);
  const { rows } = await sql<Counts>`
    select count(*) as rows,
      count(*) filter (where state = 'ready') as ready,
      count(*) filter (where state = 'wrong') as wrong,
      count(*) filter (where state = 'removed') as removed,
      count(*) filter (where state <> 'removed' and repairs <> '[]') as repaired,
      count(*) filter (where state = 'ready' and (${hasWarning(conflicts)})) as warned,
      count(*) filter (where state = 'ready' and ${isUnchecked}) as unchecked,
      count(*) filter (where state = 'ready' and ${isDifferent}) as different_names,
      count(*) filter (where state = 'ready' and ${isUnconfirmed}) as unconfirmed,
      count(*) filter (where state = 'ready' and ${repeatsInFile}) as repeated_in_file,
      count(*) filter (where state = 'ready' and ${repeatsBefore(person.tenantId)}) as repeated_before,
      count(*) filter (where state = 'ready' and ${isNewPayee}) as new_payees,
      coalesce(sum(amount_paise) filter (where state = 'ready'), 0)::bigint as amount,
      coalesce(sum(fee_paise) filter (where state = 'ready'), 0)::bigint as fee,
      coalesce(sum(gst_paise) filter (where state = 'ready'), 0)::bigint as gst
    from batch_rows where batch_id = ${batch.id}
  `.execute(db);
  const [sum] = rows;
  if (!sum) throw new Error(`Batch ${batch.id} has no sums`);
  const total = sum.amount + sum.fee + sum.gst;
  const { availablePaise } = await ledger.balance(db, person.tenantId);
  const neededPaise = await readNeededFirst(db, person.tenantId);
  const spendablePaise = availablePaise - neededPaise;
  const approval = await findBatchApproval(db, person.tenantId, batch.id, sum.amount);
  return {
    rows: Number(sum.rows),
    ready: Number(sum.ready),
    wrong: Number(sum.wrong),
    removed: Number(sum.removed),
    repaired: Number(sum.repaired),
    warned: Number(sum.warned),
    unchecked: Number(sum.unchecked),
    different_names: Number(sum.different_names),
    unconfirmed: Number(sum.unconfirmed),
    repeated_in_file: Number(sum.repeated_in_file),
    repeated_before: Number(sum.repeated_before),
    new_payees: Number(sum.new_payees),
    amount: inr(sum.amount),
    txn_fee: inr(sum.fee),
    gst_amount: inr(sum.gst),
    total: inr(total),
    available: inr(availablePaise),
    needed_first: inr(neededPaise),
    closing_balance: inr(spendablePaise > total ? spendablePaise - total : 0n),
    missing_amount: inr(lackingOf(total, spendablePaise)),
    uncovered_rows: await countUncovered(db, batch.id, spendablePaise),
    rows_to_approve: approval.rows,
    needs_approval: approval.steps.length > 0,
  };
}

async function countUncovered(db: Db, batchId: string, spendablePaise: bigint): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select sum(amount_paise + fee_paise + gst_paise) over (order by number) as used
      from batch_rows where batch_id = ${batchId} and state = 'ready'
    ) as paid where used > ${spendablePaise}
  `.execute(db);
  return Number(rows[0]?.count ?? 0n);
}
