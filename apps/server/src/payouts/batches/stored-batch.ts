import type { AccountCheck } from "@rokad/contract/account-check";
import type { BatchColumns, BatchField } from "@rokad/contract/batch-columns";
import {
  batchActsIn,
  type AccountChecksState,
  type BatchAct,
  type BatchFunding,
  type BatchState,
} from "@rokad/contract/batch-states";
import type { BatchRowFields } from "@rokad/contract/payout-batch";
import { sql, type Selectable } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import type { BatchRows, PayoutBatches } from "../../database/tables.generated.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Step } from "../approval-policies/policy.ts";
import { approvalsReader } from "../approval-policies/read-approvals.ts";
import type { GivenApproval, Waiting } from "../approval-policies/progress.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";

/** A batch as the database stores it. */
export interface StoredBatch extends Omit<Selectable<PayoutBatches>, "columns" | "steps"> {
  readonly state: BatchState;
  readonly account_checks: AccountChecksState;
  readonly funding: BatchFunding;
  readonly columns: BatchColumns;
  /** Frozen when it was submitted; null if no approval was asked. */
  readonly steps: readonly Step[] | null;
}

/** A row of a batch as the database stores it. */
export interface StoredRow extends Omit<
  Selectable<BatchRows>,
  "problem_fields" | "repairs" | "warnings"
> {
  readonly state: "ready" | "wrong" | "removed" | "created" | "refused" | "cancelled";
  readonly method: "upi" | "imps" | null;
  readonly account_check: "unchecked" | AccountCheck["match"] | null;
  readonly problem_fields: BatchField[];
  readonly repairs: string[];
  readonly warnings: string[];
}

/** What is wrong with a row of a file beyond its cells. */
export interface FileProblem {
  readonly problem: string;
  readonly problemFields: readonly BatchField[];
}

/** What a row's encrypted column holds; a wrong row has no order. */
export interface RowContent {
  readonly fields: BatchRowFields;
  readonly order: RequestedOrder | null;
  /** What the file said of the row beyond its cells; absent without any. */
  readonly notes?: readonly string[];
  readonly fileProblem?: FileProblem;
  /** What the bank said of a new account. */
  readonly check?: AccountCheck;
  /** The repaired cells, as the file has them; absent without any. */
  readonly written?: BatchRowFields;
}

/** Whether its rows are still to be checked by those who submit, sign or approve it. */
export const isNotStarted = ({ state }: Pick<StoredBatch, "state">) =>
  state === "draft" || state === "awaiting_approval";

export const encryptRow = (id: string, content: RowContent) =>
  encrypt("batch row", id, JSON.stringify(content));

export const contentOf = ({
  id,
  content_encrypted: encrypted,
}: Pick<StoredRow, "id" | "content_encrypted">) =>
  JSON.parse(decrypt("batch row", id, encrypted)) as RowContent;

interface RowToSign {
  readonly batchId: string;
  readonly number: number;
  readonly order: RequestedOrder;
  readonly check: AccountCheck | null | undefined;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

/** The keyed digest of all that one row pays, of the name at the bank, and of its place. */
export function rowDigest(row: RowToSign): Buffer {
  const { batchId, number, order, check } = row;
  const charges = { fee: row.feePaise.toString(), gst: row.gstPaise.toString() };
  const bank = check && { match: check.match, name: check.name_at_bank };
  return requestDigest({ batchId, number, order, ...charges, ...(bank && { bank }) });
}

/** A row whose name at the bank differs, and nobody pays it under the entered name. */
export const isUnconfirmed = sql<boolean>`(account_check is not distinct from 'different' and name_confirmed_by is null)`;

/**
 * What a signature or an approval of a batch agrees to: SHA-256 over its revision and the digests of
 * all rows that it pays, in their order.
 * @returns null while a row is wrong, unchecked or has an unconfirmed name, or none is left.
 */
export async function hashContent(
  db: Db,
  { id, revision }: Pick<StoredBatch, "id" | "revision">,
): Promise<Buffer | null> {
  const { rows } = await sql<{ wrong: boolean; digests: string | null }>`
    select bool_or(state = 'wrong' or state = 'ready' and (
        ${isUnconfirmed} or account_check = 'unchecked' and (
          select account_checks in ('due', 'running') from payout_batches where id = ${id}
        )
      )) as wrong,
      string_agg(encode(digest, 'hex'), ' ' order by number) filter (where state <> 'removed') as digests
    from batch_rows where batch_id = ${id}
  `.execute(db);
  const [found] = rows;
  if (!found?.digests || found.wrong) return null;
  return digest({ id, revision, rows: found.digests });
}

/**
 * Locks a batch of a tenant. Whatever changes it or its rows locks it first; the wallet is locked
 * after it.
 * @throws 404, also for another tenant's.
 */
export async function lockBatch(db: Tx, tenantId: string, id: string): Promise<StoredBatch> {
  const { rows } = await sql<StoredBatch>`
    select * from payout_batches where id = ${id} and tenant_id = ${tenantId} for update
  `.execute(db);
  if (!rows[0]) throw notFound("This batch");
  return rows[0];
}

/**
 * Locks a batch that the person or program may change. A program changes batches of programs only, so
 * that what people prepared stays theirs.
 * @throws 403 `FORBIDDEN`; 404.
 */
export async function lockOwnBatch(db: Tx, person: Tenant, id: string): Promise<StoredBatch> {
  const batch = await lockBatch(db, person.tenantId, id);
  if (person.apiKey && batch.api_key_id === null)
    throw new ApiError(403, "FORBIDDEN", "A person prepared this batch, so a person changes it.");
  return batch;
}

/** @throws 404, also for another tenant's. */
export async function readBatch(db: Db, tenantId: string, id: string): Promise<StoredBatch> {
  const { rows } = await sql<StoredBatch>`
    select * from payout_batches where id = ${id} and tenant_id = ${tenantId}
  `.execute(db);
  if (!rows[0]) throw notFound("This batch");
  return rows[0];
}

export const readBatchApprovals = approvalsReader("batch");

/** What of a batch waits for approvals. */
export function waitingOf(
  { prepared_by: preparedBy, steps }: Pick<StoredBatch, "prepared_by" | "steps">,
  given: readonly GivenApproval[],
): Waiting {
  return { preparedBy, steps: steps ?? [], given };
}

export const batchChanged = (message: string) => new ApiError(409, "BATCH_CHANGED", message);

const statesInWords: Readonly<Record<BatchState, string>> = {
  draft: "a draft",
  awaiting_approval: "waiting for approval",
  running: "running",
  paused: "paused",
  finished: "finished",
  cancelled: "cancelled",
};

/** @throws 409 `BATCH_CHANGED` if the batch's state does not allow the act. */
export function assertCan(batch: StoredBatch, act: BatchAct): void {
  if (batchActsIn[batch.state].includes(act)) return;
  throw batchChanged(`This batch is ${statesInWords[batch.state]}, so this is not possible.`);
}
