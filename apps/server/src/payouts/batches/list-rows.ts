import type { AccountCheck } from "@rokad/contract/account-check";
import type { BatchRowState, BatchRowView } from "@rokad/contract/batch-states";
import type { BatchRow, BatchRowFields } from "@rokad/contract/payout-batch";
import type { PayoutStatus } from "@rokad/contract/payouts";
import { sql, type RawBuilder } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { inr, maskAccountNumber } from "../../kernel/money.ts";
import { seesAccountNumbers } from "../../kernel/permissions.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import {
  contentOf,
  isNotStarted,
  readBatch,
  type StoredBatch,
  type StoredRow,
} from "./stored-batch.ts";
import { findAccountConflicts } from "./find-account-conflicts.ts";
import {
  hasWarning,
  isDifferent,
  isNewPayee,
  isUnchecked,
  repeatsBefore,
  repeatsInFile,
  repeatsPayout,
  repeatsWaiting,
} from "./row-conditions.ts";

interface Query {
  readonly view: BatchRowView;
  /** Separated by commas. */
  readonly lines?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** A page of a batch's rows in the order of the file. @throws 404, also for another tenant's. */
export async function listRows(person: Tenant, id: string, { view, lines, page, limit }: Query) {
  const db = database();
  const { batch, conflicts, filter: ofView } = await readView(db, person, id, view);
  const numbers = lines?.split(",").map(Number);
  const filter = numbers ? sql`${ofView} and number = any(${numbers}::int[])` : ofView;
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) from batch_rows left join payouts on payouts.id = payout_id where ${filter}
  `.execute(db);
  const data = await selectRows(
    db,
    person,
    batch,
    sql`${filter} order by number limit ${limit} offset ${(page - 1) * limit}`,
    conflicts,
  );
  const pagination = pageOf({ page, limit }, counted[0]?.count ?? 0n);
  return { data, pagination, total: pagination.total_records };
}

/**
 * The lines of a view's rows, as ranges: a whole file is one. Who has them reads all of these rows,
 * also those that leave the view meanwhile. @throws 404, also for another tenant's.
 */
export async function listLines(person: Tenant, id: string, view: BatchRowView) {
  const db = database();
  const { filter } = await readView(db, person, id, view);
  const { rows } = await sql<{ first: number; last: number }>`
    select min(number) as first, max(number) as last
    from (
      select number, number - row_number() over (order by number) as gap
      from batch_rows left join payouts on payouts.id = payout_id where ${filter}
    ) as numbered
    group by gap order by first
  `.execute(db);
  return rows;
}

async function readView(db: Db, person: Tenant, id: string, view: BatchRowView) {
  const batch = await readBatch(db, person.tenantId, id);
  const conflicts = await findAccountConflicts(db, batch);
  const filter = sql`batch_id = ${id} and (${conditionOf(batch, view, conflicts)})`;
  return { batch, conflicts, filter };
}

/** The rows of these lines. */
export async function findRows(person: Tenant, batch: StoredBatch, numbers: readonly number[]) {
  const filter = sql`batch_id = ${batch.id} and number = any(${numbers}::int[]) order by number`;
  const conflicts = await findAccountConflicts(database(), batch);
  return selectRows(database(), person, batch, filter, conflicts);
}

function conditionOf(
  batch: StoredBatch,
  view: BatchRowView,
  conflicts: Conflicts,
): RawBuilder<unknown> {
  const isDraft = batch.state === "draft";
  const conditions: Readonly<Record<BatchRowView, RawBuilder<unknown>>> = {
    all: isDraft ? sql`true` : sql`state <> 'removed'`,
    ready: isDraft ? sql`state = 'ready'` : sql`false`,
    wrong: sql`state = 'wrong'`,
    removed: sql`state = 'removed'`,
    warned: sql`state = 'ready' and (${hasWarning(conflicts)})`,
    repaired: sql`state <> 'removed' and repairs <> '[]'`,
    repeated: sql`state = 'ready' and (${repeatsInFile} or ${repeatsBefore(batch.tenant_id)})`,
    new_payee: sql`state = 'ready' and ${isNewPayee}`,
    unchecked: sql`state = 'ready' and ${isUnchecked}`,
    different_name: sql`state = 'ready' and ${isDifferent}`,
    waiting: isDraft ? sql`false` : sql`state = 'ready'`,
    sent: sql`payouts.status in ('pending', 'processing')`,
    paid: sql`payouts.status = 'success'`,
    failed: sql`state = 'refused' or payouts.status = 'failed'`,
    cancelled: sql`state = 'cancelled' or payouts.status = 'cancelled'`,
  };
  return conditions[view];
}

type Conflicts = Awaited<ReturnType<typeof findAccountConflicts>>;

interface Selected extends StoredRow {
  readonly status: PayoutStatus | null;
  readonly reference_id: string | null;
  readonly utr_number: string | null;
  readonly failure_reason: string | null;
  readonly beneficiary_id: string | null;
  readonly repeats_line: number | null;
  readonly repeats_payout: boolean;
  readonly repeats_waiting: boolean;
  readonly is_new: boolean;
  readonly confirmer_name: string | null;
}

/** @param tail the condition with the order and limit. */
async function selectRows(
  db: Db,
  person: Tenant,
  batch: StoredBatch,
  tail: RawBuilder<unknown>,
  conflicts: Conflicts = new Map(),
): Promise<BatchRow[]> {
  const { rows } = await sql<Selected>`
    select batch_rows.*, payouts.status, reference_id, utr_number, failure_reason,
      (select name from people where id = name_confirmed_by) as confirmer_name,
      (select beneficiary_id from payout_destinations where id = batch_rows.destination_id),
      (
        select min(earlier.number) from batch_rows as earlier
        where earlier.batch_id = batch_rows.batch_id
          and earlier.destination_hash = batch_rows.destination_hash
          and earlier.amount_paise = batch_rows.amount_paise
          and earlier.number < batch_rows.number and earlier.state <> 'removed'
      ) as repeats_line,
      state = 'ready' and ${repeatsPayout(batch.tenant_id)} as repeats_payout,
      state = 'ready' and ${repeatsWaiting(batch.tenant_id)} as repeats_waiting,
      batch_rows.destination_hash is not null and ${isNewPayee} as is_new
    from batch_rows left join payouts on payouts.id = payout_id
    where ${tail}
  `.execute(db);
  return rows.map((row) => describe(person, batch, row, conflicts.get(row.number)));
}

function describe(
  person: Tenant,
  batch: StoredBatch,
  row: Selected,
  conflict: string | undefined,
): BatchRow {
  const { fields, order, check = null, written = {} } = contentOf(row);
  const isOpen = isNotStarted(batch);
  return {
    number: row.number,
    state: stateOf(batch, row),
    fields: maskFields(person, fields),
    method: row.method,
    method_reason: row.method_reason,
    amount: row.amount_paise === null ? null : inr(row.amount_paise),
    txn_fee: row.fee_paise === null ? null : inr(row.fee_paise),
    gst_amount: row.gst_paise === null ? null : inr(row.gst_paise),
    problem: row.problem,
    problem_fields: row.problem_fields,
    repairs: row.repairs,
    written: withoutAccount(person, written),
    warnings: [
      ...row.warnings,
      ...(conflict ? [conflict] : []),
      ...(check && order ? warnOfName(check, order.beneficiary_name) : []),
      ...(isOpen && row.repeats_line !== null
        ? [`Same account and amount as line ${row.repeats_line}`]
        : []),
      ...(isOpen && row.repeats_payout
        ? ["You paid this account the same amount in the last 90 days"]
        : []),
      ...(isOpen && row.repeats_waiting
        ? ["The same amount to this account is waiting or in progress"]
        : []),
    ],
    is_new_payee: row.is_new,
    is_unchecked: row.state === "ready" && row.account_check === "unchecked",
    account_check: check,
    name_confirmed:
      row.name_confirmed_by && row.name_confirmed_at
        ? {
            by: { id: row.name_confirmed_by, name: row.confirmer_name ?? "" },
            at: row.name_confirmed_at.toISOString(),
          }
        : null,
    beneficiary:
      row.destination_id && row.beneficiary_id
        ? { id: row.beneficiary_id, destination_id: row.destination_id }
        : null,
    payout:
      row.payout_id && row.status
        ? {
            id: row.payout_id,
            reference_id: row.reference_id ?? "",
            status: row.status,
            utr_number: row.utr_number,
          }
        : null,
    failure_reason: row.refusal ?? (row.status === "failed" ? row.failure_reason : null),
  };
}

function maskFields(person: Tenant, fields: BatchRowFields): BatchRowFields {
  const number = fields.account_number;
  if (!number || seesAccountNumbers(person)) return fields;
  return { ...fields, account_number: maskAccountNumber(number) };
}

/** An account number may also be written as a UPI ID. */
function withoutAccount(person: Tenant, fields: BatchRowFields): BatchRowFields {
  if (seesAccountNumbers(person)) return fields;
  const { account_number: _number, upi_id: _upiId, ...others } = fields;
  return others;
}

function warnOfName(
  { match, name_at_bank: name, match_score: score }: AccountCheck,
  typed: string,
) {
  if (name === null || (match !== "partial" && match !== "different")) return [];
  const what = match === "partial" ? `a partial match (${score}%)` : "a different name";
  return [`Name at bank: ${name}. You entered ${typed}: ${what}.`];
}

const stateOfStatus: Readonly<Record<PayoutStatus, BatchRowState>> = {
  pending: "sent",
  processing: "sent",
  success: "paid",
  failed: "failed",
  cancelled: "cancelled",
};

function stateOf(batch: StoredBatch, row: Selected): BatchRowState {
  if (row.status) return stateOfStatus[row.status];
  if (row.state === "refused") return "failed";
  if (row.state === "ready" && batch.state !== "draft") return "waiting";
  return row.state === "created" ? "sent" : row.state;
}

/** The next rows after a line; of a draft without the removed ones. */
export function findRowsAfter(person: Tenant, batch: StoredBatch, after: number, limit: number) {
  const isKept = batch.state === "draft" ? sql`state <> 'removed'` : sql`true`;
  const filter = sql`batch_id = ${batch.id} and number > ${after} and ${isKept}
    order by number limit ${limit}`;
  return selectRows(database(), person, batch, filter);
}
