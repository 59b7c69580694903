import type { BatchFunding } from "@rokad/contract/batch-states";
import { formatMoney } from "@rokad/money/format";
import { sql, type RawBuilder } from "kysely";
import { database, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { record } from "../../identity/audit/record.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, tenantClosing } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import { assertWithinLimits } from "../approval-policies/member-limits.ts";
import type { Amounts } from "../approvals/subject.ts";
import { assertCanPay } from "../initiate/payout-lock.ts";
import { approvalRequired } from "../initiate/refuse-unapproved.ts";
import { quotePayout } from "../quote-payout.ts";
import { findBatchApproval } from "./batch-approval.ts";
import { assessAgain } from "./change-rows.ts";
import { lackingOf, readNeededFirst } from "./needed-funds.ts";
import { assertCan, batchChanged, lockBatch, readBatch, type StoredBatch } from "./stored-batch.ts";

/** What the person saw and signs, and what happens when the wallet does not cover it. */
export interface Start {
  readonly content_hash: string;
  readonly funding: BatchFunding;
  readonly send_advices: boolean;
}

/**
 * Starts a draft whose rows the policy lets one person send. Its payouts are created by the workers,
 * so this answers at once.
 * @throws 403 `ACCOUNT_INACTIVE`; 404; 409 `APPROVAL_REQUIRED`, `BATCH_CHANGED`, `BATCH_NOT_READY`,
 *   `TENANT_CLOSING`; 422 `INSUFFICIENT_BALANCE`, `PERSON_LIMIT_EXCEEDED`; 429 `PAYOUTS_LOCKED`.
 */
export async function runBatch(
  person: Tenant,
  id: string,
  start: Start,
  run: RunTransaction,
): Promise<void> {
  const { error } = await run(async (db) => {
    await assertCanPay(person, db);
    if (start.send_advices) await assertAdvicesOn(person, db);
    const batch = await lockBatch(db, person.tenantId, id);
    assertCan(batch, "run");
    assertContent(batch, start);
    // Committed, so that the person sees the new figures.
    if (await updateOutdated(db, person, batch)) return { error: outdated };
    // The wallet before the limits, as when payouts are created: the other order could deadlock.
    const wallets = await ledger.lock(db, [person.tenantId]);
    if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
    const amounts = await readAmounts(db, batch);
    const totalPaise = sumOf(amounts, ({ amount_paise: paise }) => paise);
    if ((await findBatchApproval(db, person.tenantId, id, totalPaise)).steps.length > 0)
      throw approvalRequired();
    await assertWithinLimits(
      db,
      person,
      amounts.map(({ amount_paise: paise }) => paise),
    );
    const missingPaise = await missingFor(db, person.tenantId, amounts, wallets);
    if (start.funding === "whole" && missingPaise > 0n) throw notCovered(missingPaise);
    await db
      .updateTable("payout_batches")
      .set({
        state: "running",
        funding: start.funding,
        sends_advices: start.send_advices,
        started_at: now(),
        started_by: person.member.id,
      })
      .where("id", "=", id)
      .execute();
    await publishChange(db, [person.tenantId], ["payouts"]);
    await record(db, {
      act: "payout_batch.started",
      by: person,
      subject: { kind: "payout_batch", id },
      after: {
        content_hash: start.content_hash,
        rows: amounts.length,
        amount_paise: totalPaise.toString(),
        funding: start.funding,
        ...(start.send_advices && { send_advices: true }),
      },
    });
    return { error: null };
  });
  if (error) throw batchChanged(error);
  wakeWorker();
}

export const outdated = "The fee or a beneficiary changed. Check the batch and sign it again.";

/**
 * Starts a locked batch that has all its approvals. If it is to be paid as a whole and the wallet does
 * not cover it, it waits for funds.
 */
export async function startApproved(
  db: Tx,
  person: Tenant,
  batch: StoredBatch,
  {
    amounts,
    wallets,
  }: { readonly amounts: readonly Amounts[]; readonly wallets: ledger.LockedWallets },
): Promise<void> {
  const missingPaise = await missingFor(db, batch.tenant_id, amounts, wallets);
  const message = `Approved. The wallet lacks ${formatMoney(inr(missingPaise))} for all rows. It starts automatically once funds arrive.`;
  await db
    .updateTable("payout_batches")
    .set({
      ...runOrWait(batch, missingPaise, message),
      started_at: now(),
      started_by: person.member.id,
    })
    .where("id", "=", batch.id)
    .execute();
}

/**
 * Goes on with a locked batch that was paused. If it is to be paid as a whole and the wallet does not
 * cover the rows that are left, it waits for funds. Locks the wallet after the batch.
 */
export async function continueBatch(db: Tx, batch: StoredBatch): Promise<void> {
  const wallets = await ledger.lock(db, [batch.tenant_id]);
  const amounts = await readAmounts(db, batch);
  const missingPaise = await missingFor(db, batch.tenant_id, amounts, wallets);
  const message = `The wallet lacks ${formatMoney(inr(missingPaise))} for all rows that are left. It goes on automatically once funds arrive.`;
  await db
    .updateTable("payout_batches")
    .set(runOrWait(batch, missingPaise, message))
    .where("id", "=", batch.id)
    .execute();
}

/** @param message says what a batch waits for that is to be paid as a whole and is not covered. */
function runOrWait({ funding }: StoredBatch, missingPaise: bigint, message: string) {
  return funding === "whole" && missingPaise > 0n
    ? {
        state: "paused",
        pause_code: "INSUFFICIENT_BALANCE",
        pause_message: message,
        paused_at: now(),
      }
    : { state: "running", ...notPaused };
}

export const notPaused = { pause_code: null, pause_message: null, paused_at: null } as const;

/** What the locked wallet lacks for all these rows, beside what it pays before them; in paise. */
async function missingFor(
  db: Tx,
  tenantId: string,
  amounts: readonly Amounts[],
  wallets: ledger.LockedWallets,
): Promise<bigint> {
  const available = wallets.get(tenantId)?.available ?? 0n;
  return lackingOf(sumOf(amounts, totalOf), available - (await readNeededFirst(db, tenantId)));
}

/** What a signature of the batch signs. @param sendsAdvices default: as it was submitted. */
export async function describeStart(
  person: Tenant,
  id: string,
  verb: "Pay" | "Approve",
  sendsAdvices?: boolean,
): Promise<SignedSummary> {
  const batch = await readBatch(database(), person.tenantId, id);
  const amounts = await readAmounts(database(), batch);
  const amountPaise = sumOf(amounts, ({ amount_paise: paise }) => paise);
  const money = (paise: bigint) => formatMoney(inr(paise));
  return {
    summary: `${verb} ${amounts.length} rows of ${batch.file_name}, ${money(amountPaise)}. ${money(sumOf(amounts, totalOf))} leaves your wallet.${(sendsAdvices ?? batch.sends_advices) ? " Beneficiaries with an e-mail address get a payment advice." : ""}`,
    text: decisionText(
      `${verb.toLowerCase()} ${amounts.length} rows of ${batch.file_name}`,
      amountPaise,
    ),
  };
}

export function assertContent(
  batch: StoredBatch,
  { content_hash: hash }: Pick<Start, "content_hash">,
): void {
  if (batch.content_hash === null)
    throw new ApiError(
      409,
      "BATCH_NOT_READY",
      "Correct or remove wrong rows, check new accounts, and confirm names that differ. One row must be left.",
    );
  if (batch.content_hash.toString("hex") !== hash)
    throw batchChanged("This batch changed since you read it. Check it again.");
}

/** Whether a row of `payout_batches` was checked with another fee, GST or beneficiary. */
export async function hasOutdatedRow(): Promise<RawBuilder<boolean>> {
  const { feePaise, gstPaise } = quotePayout(1, await readSettings());
  return sql<boolean>`exists (
    select from batch_rows
    left join payout_destinations as destination on destination.id = batch_rows.destination_id
    left join beneficiaries on beneficiaries.id = destination.beneficiary_id
    where batch_rows.batch_id = payout_batches.id and batch_rows.state = 'ready'
      and (batch_rows.fee_paise <> ${feePaise} or batch_rows.gst_paise <> ${gstPaise}
        or destination.ended_at is not null or archived_at is not null)
  )`;
}

/** Assesses a draft again if fee, GST or a beneficiary changed. @returns whether a row changed. */
export async function updateOutdated(db: Tx, person: Tenant, batch: StoredBatch): Promise<boolean> {
  const { rows } = await sql<{ outdated: boolean }>`
    select ${await hasOutdatedRow()} as outdated from payout_batches where id = ${batch.id}
  `.execute(db);
  if (!rows[0]?.outdated) return false;
  const again = await assessAgain(db, person, batch);
  return again.revision !== batch.revision;
}

export async function readAmounts(db: Db, batch: StoredBatch): Promise<Amounts[]> {
  const { rows } = await sql<Amounts>`
    select amount_paise, fee_paise, gst_paise from batch_rows
    where batch_id = ${batch.id} and state = 'ready'
  `.execute(db);
  return rows;
}

const sumOf = (amounts: readonly Amounts[], paiseOf: (amounts: Amounts) => bigint) =>
  amounts.reduce((sum, one) => sum + paiseOf(one), 0n);
const totalOf = ({ amount_paise: amount, fee_paise: fee, gst_paise: gst }: Amounts) =>
  amount + fee + gst;

const notCovered = (missingPaise: bigint) =>
  new ApiError(
    422,
    "INSUFFICIENT_BALANCE",
    `Your wallet lacks ${formatMoney(inr(missingPaise))} for all rows. Add funds, or pay in order.`,
  );
