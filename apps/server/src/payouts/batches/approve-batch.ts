import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, tenantClosing } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { canGive, findUnmetStep } from "../approval-policies/match-approvers.ts";
import { anyApprover } from "../approval-policies/policy.ts";
import { lockActiveMembers } from "../approval-policies/policy-queries.ts";
import { nextApprovers, progressOf } from "../approval-policies/progress.ts";
import { waitingSentence } from "../requests/notify-waiting.ts";
import { findBatchApproval } from "./batch-approval.ts";
import { addPreparer, nextRevision } from "./change-rows.ts";
import {
  assertContent,
  assertWithinLimits,
  outdated,
  readAmounts,
  startApproved,
  sumOf,
  updateOutdated,
  type Start,
} from "./start-batch.ts";
import {
  assertCan,
  batchChanged,
  lockBatch,
  readBatchApprovals,
  type StoredBatch,
} from "./stored-batch.ts";

/**
 * Submits a draft: from now on its rows stay as they are, and the policy of this moment says who
 * approves it. Without a policy, any one approver does.
 * @throws 404; 409 `BATCH_CHANGED`, `BATCH_NOT_READY`, `TENANT_CLOSING`; 422
 *   `POLICY_NOT_SATISFIABLE` if the people who did not prepare it can't give the approvals.
 */
export async function submitBatch(person: Tenant, id: string, start: Start): Promise<void> {
  const error = await transaction(async (db) => {
    const members = await lockActiveMembers(db, person.id);
    const batch = await lockBatch(db, person.id, id);
    assertCan(batch, "submit");
    assertContent(batch, start);
    if (await updateOutdated(db, person, batch)) return outdated;
    if ((await findClosing(db, [person.id])).has(person.id)) throw tenantClosing();
    await addPreparer(db, person, id);
    const { totalPaise } = await sumRows(db, batch);
    const approval = await findBatchApproval(db, person.id, id, totalPaise);
    const steps = approval.steps.length > 0 ? approval.steps : anyApprover;
    const preparedBy = new Set([...batch.prepared_by, person.member.id]);
    const others = members.filter((member) => !preparedBy.has(member.id));
    if (findUnmetStep(steps, others) !== undefined)
      throw new ApiError(
        422,
        "POLICY_NOT_SATISFIABLE",
        "Those who did not prepare this batch can't give all approvals. Add an approver first.",
      );
    await db
      .updateTable("payout_batches")
      .set({
        state: "awaiting_approval",
        funding: start.funding,
        policy_id: approval.policyId,
        steps: JSON.stringify(steps),
        submitted_at: now(),
        ...notReturned,
      })
      .where("id", "=", id)
      .execute();
    const submitted = { ...batch, steps, prepared_by: [...preparedBy] };
    await notifyApprovers(db, submitted, [], members);
    await recordAct(db, person, batch, "payout_batch.submitted");
    return undefined;
  });
  if (error) throw batchChanged(error);
}

const notReturned = { returned_at: null, returned_by: null, returned_reason: null } as const;

/**
 * Approves a batch; the last approval starts it. Under the locks of the members and the batch, the
 * first of two approvals, or of an approval and a withdrawal, counts and the other one sees it.
 * @throws 403 `OWN_REQUEST`, `NOT_AN_APPROVER`; 404; 409 `ALREADY_APPROVED`, `BATCH_CHANGED`,
 *   `TENANT_CLOSING`; 422 `PERSON_LIMIT_EXCEEDED`.
 */
export async function approveBatch(
  person: Tenant,
  id: string,
  content: { readonly content_hash: string },
  run: RunTransaction,
): Promise<void> {
  await run(async (db) => {
    const members = await lockActiveMembers(db, person.id);
    const batch = await lockBatch(db, person.id, id);
    const given = await readBatchApprovals(db, batch);
    const steps = batch.steps ?? [];
    const me = members.find((member) => member.id === person.member.id);
    assertApprovable(person, batch, given, members);
    assertContent(batch, content);
    // The wallet before the limits, as when payouts are created: the other order could deadlock.
    const wallets = await ledger.lock(db, [person.id]);
    if ((await findClosing(db, [person.id])).has(person.id)) throw tenantClosing();
    const { amounts, totalPaise } = await sumRows(db, batch);
    await assertWithinLimits(db, person, amounts);
    const { step } = progressOf(steps, given);
    await sql`
      insert into batch_approvals (
        batch_id, revision, person_id, tenant_id, step, content_hash, amount_paise, roles, given_at
      ) values (
        ${id}, ${batch.revision}, ${person.member.id}, ${person.id}, ${step}, ${batch.content_hash},
        ${totalPaise}, ${[...(me?.roles ?? [])]}::text[], ${now()}
      )
    `.execute(db);
    const after = [...given, { personId: person.member.id, step }];
    if (progressOf(steps, after).step === steps.length)
      await startApproved(db, person, batch, amounts, wallets);
    else await notifyApprovers(db, batch, after, members);
    await recordAct(db, person, batch, "payout_batch.approved");
    return { id };
  });
  wakeWorker();
}

/**
 * Sends a batch back to be mended, with the reason. Its approvals no longer count.
 * @throws 403 `NOT_AN_APPROVER`; 404; 409 `BATCH_CHANGED`.
 */
export async function rejectBatch(
  person: Tenant,
  id: string,
  { reason, ...content }: { readonly content_hash: string; readonly reason: string },
): Promise<void> {
  await transaction(async (db) => {
    const members = await lockActiveMembers(db, person.id);
    const batch = await lockBatch(db, person.id, id);
    assertCan(batch, "reject");
    assertContent(batch, content);
    const me = members.find((member) => member.id === person.member.id);
    const isAsked = me && (batch.steps ?? []).some((step) => canGive(step, me));
    if (!isAsked || batch.prepared_by.includes(me.id)) throw notAsked(batch, [], members);
    await takeBack(db, person, batch, reason);
    await recordAct(db, person, batch, "payout_batch.rejected", reason);
  });
}

/** Takes a submitted batch back as a draft. @throws 404; 409 `BATCH_CHANGED`. */
export async function withdrawBatch(person: Tenant, id: string): Promise<void> {
  await transaction(async (db) => {
    const batch = await lockBatch(db, person.id, id);
    assertCan(batch, "withdraw");
    await takeBack(db, person, batch, null);
    await recordAct(db, person, batch, "payout_batch.withdrawn");
  });
}

async function takeBack(db: Tx, person: Tenant, batch: StoredBatch, reason: string | null) {
  await nextRevision(db, batch);
  await db
    .updateTable("payout_batches")
    .set({
      state: "draft",
      policy_id: null,
      steps: null,
      submitted_at: null,
      returned_by: person.member.id,
      returned_reason: reason,
      returned_at: now(),
    })
    .where("id", "=", batch.id)
    .execute();
  const why = reason === null ? "taken back" : `sent back: ${reason}`;
  await notify(db, [
    {
      personId: person.id,
      kind: "batch_returned",
      subjectId: batch.id,
      detail: `${batch.file_name} was ${why} (${person.member.name})`,
    },
  ]);
}

type Given = Parameters<typeof progressOf>[1];

function assertApprovable(
  person: Tenant,
  batch: StoredBatch,
  given: Given,
  members: readonly Member[],
): void {
  const { id } = person.member;
  if (batch.prepared_by.includes(id))
    throw new ApiError(403, "OWN_REQUEST", "You prepared this batch. Another person approves it.");
  if (given.some(({ personId }) => personId === id))
    throw new ApiError(409, "ALREADY_APPROVED", "You already approved this batch.");
  assertCan(batch, "approve");
  if (!approversOf(batch, given, members).some((member) => member.id === id))
    throw notAsked(batch, given, members);
}

/** The people who can give the next approval of a batch. */
export function approversOf(
  { prepared_by: preparedBy, steps }: Pick<StoredBatch, "prepared_by" | "steps">,
  given: Given,
  members: readonly Member[],
): Member[] {
  const others = members.filter(({ id }) => !preparedBy.includes(id));
  return nextApprovers({ makerId: preparedBy[0] ?? "", steps: steps ?? [], given }, others);
}

const notAsked = (batch: StoredBatch, given: Given, members: readonly Member[]) =>
  new ApiError(403, "NOT_AN_APPROVER", `${waitingSentence(approversOf(batch, given, members))}.`);

async function notifyApprovers(
  db: Tx,
  batch: StoredBatch,
  given: Given,
  members: readonly Member[],
): Promise<void> {
  const sentence = waitingSentence(approversOf(batch, given, members));
  await notify(db, [
    {
      personId: batch.tenant_id,
      kind: "batch_waiting",
      subjectId: batch.id,
      detail: `${batch.file_name}. ${sentence}`,
    },
  ]);
}

async function sumRows(db: Tx, batch: StoredBatch) {
  const amounts = await readAmounts(db, batch);
  return { amounts, totalPaise: sumOf(amounts, ({ amount_paise: paise }) => paise) };
}

async function recordAct(
  db: Tx,
  person: Tenant,
  batch: StoredBatch,
  act:
    | "payout_batch.submitted"
    | "payout_batch.approved"
    | "payout_batch.rejected"
    | "payout_batch.withdrawn",
  reason?: string,
): Promise<void> {
  await publishChange(db, [person.id], ["payouts", "notifications"]);
  await record(db, {
    act,
    by: person,
    subject: { kind: "payout_batch", id: batch.id },
    reason,
    after: { content_hash: batch.content_hash?.toString("hex") ?? null },
  });
}
