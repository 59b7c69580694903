import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, tenantClosing } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { findUnmetStep } from "../approval-policies/match-approvers.ts";
import { anyApprover, type Place } from "../approval-policies/policy.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import {
  findAskedPlace,
  nextApprovers,
  progressOf,
  type GivenApproval,
  type NextApprover,
} from "../approval-policies/progress.ts";
import { waitingSentence } from "../requests/notify-waiting.ts";
import { findBatchApproval } from "./batch-approval.ts";
import { addPreparer } from "./change-rows.ts";
import { notifyApprovers } from "./notify-approvers.ts";
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
  lockOwnBatch,
  readBatchApprovals,
  waitingOf,
  type StoredBatch,
} from "./stored-batch.ts";
import { takeBack } from "./take-back.ts";

/**
 * Submits a draft: from now on its rows stay as they are, and the policy of this moment says who
 * approves it. Without a policy, any one approver does.
 * @throws 404; 409 `BATCH_CHANGED`, `BATCH_NOT_READY`, `TENANT_CLOSING`; 422
 *   `POLICY_NOT_SATISFIABLE` if the people who did not prepare it can't give the approvals.
 */
export async function submitBatch(person: Tenant, id: string, start: Start): Promise<void> {
  if (start.send_advices) await assertAdvicesOn(person);
  const error = await transaction(async (db) => {
    const members = await lockApprovers(db, person.id);
    return submitLocked(db, person, { id, start, members });
  });
  if (error) throw batchChanged(error);
}

interface Submission {
  readonly id: string;
  readonly start: Start;
  /** Locked, before the batch. */
  readonly members: readonly Member[];
  /** For the audit log, if the product submits it in the person's name. */
  readonly by?: null;
}

/**
 * Submits a draft within a transaction.
 * @returns why not, if a fee or a beneficiary changed: the draft has new figures then.
 * @throws as `submitBatch`.
 */
export async function submitLocked(
  db: Tx,
  person: Tenant,
  { id, start, members, by }: Submission,
): Promise<string | undefined> {
  const batch = await lockOwnBatch(db, person, id);
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
  if (findUnmetStep(steps, others, preparedBy) !== undefined)
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
      sends_advices: start.send_advices,
      policy_id: approval.policyId,
      steps: JSON.stringify(steps),
      submitted_at: now(),
      waits_since: now(),
      reminded_at: null,
      stuck_since: null,
      ...notReturned,
    })
    .where("id", "=", id)
    .execute();
  const submitted = { ...batch, steps, prepared_by: [...preparedBy] };
  await notifyApprovers(db, submitted, { given: [], members, paise: totalPaise });
  await recordAct(db, person, batch, "payout_batch.submitted", { by });
  return undefined;
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
    const members = await lockApprovers(db, person.id);
    const batch = await lockBatch(db, person.id, id);
    const given = (await readBatchApprovals(db, [batch]))(id);
    const steps = batch.steps ?? [];
    const me = members.find((member) => member.id === person.member.id);
    const { inPlaceOf } = findTurn(person, batch, given, members);
    assertContent(batch, content);
    // The wallet before the limits, as when payouts are created: the other order could deadlock.
    const wallets = await ledger.lock(db, [person.id]);
    if ((await findClosing(db, [person.id])).has(person.id)) throw tenantClosing();
    const { amounts, totalPaise } = await sumRows(db, batch);
    await assertWithinLimits(db, person, amounts, inPlaceOf);
    const { step } = progressOf(waitingOf(batch, given));
    await sql`
      insert into batch_approvals (
        batch_id, revision, person_id, tenant_id, step, content_hash, amount_paise, roles,
        in_place_of, place_roles, given_at
      ) values (
        ${id}, ${batch.revision}, ${person.member.id}, ${person.id}, ${step}, ${batch.content_hash},
        ${totalPaise}, ${[...(me?.roles ?? [])]}::text[], ${inPlaceOf?.id ?? null},
        ${inPlaceOf && [...inPlaceOf.roles]}::text[], ${now()}
      )
    `.execute(db);
    const after = (await readBatchApprovals(db, [batch]))(id);
    const next = progressOf(waitingOf(batch, after)).step;
    if (next === steps.length) await startApproved(db, person, batch, amounts, wallets);
    else {
      if (next !== step) await restartWait(db, id);
      await notifyApprovers(db, batch, { given: after, members, paise: totalPaise });
    }
    await recordAct(db, person, batch, "payout_batch.approved", { inPlaceOf });
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
    const members = await lockApprovers(db, person.id);
    const batch = await lockBatch(db, person.id, id);
    assertCan(batch, "reject");
    assertContent(batch, content);
    const me = members.find((member) => member.id === person.member.id);
    const place = me && findAskedPlace(waitingOf(batch, []), me);
    if (!place) throw notAsked(batch, [], members);
    await takeBack(db, batch, { by: person.member, reason });
    const inPlaceOf = place.id === me.id ? null : place;
    await recordAct(db, person, batch, "payout_batch.rejected", { reason, inPlaceOf });
  });
}

/** Takes a submitted batch back as a draft. @throws 403 for a program and a person's batch; 404; 409 `BATCH_CHANGED`. */
export async function withdrawBatch(person: Tenant, id: string): Promise<void> {
  await transaction(async (db) => {
    const batch = await lockOwnBatch(db, person, id);
    assertCan(batch, "withdraw");
    await takeBack(db, batch, { by: person.member, reason: null });
    await recordAct(db, person, batch, "payout_batch.withdrawn");
  });
}

/** The next step waits from now on. */
async function restartWait(db: Tx, id: string): Promise<void> {
  await db
    .updateTable("payout_batches")
    .set({ waits_since: now(), reminded_at: null, stuck_since: null })
    .where("id", "=", id)
    .execute();
}

/** @throws unless the person can give the next approval of a locked batch. */
function findTurn(
  person: Tenant,
  batch: StoredBatch,
  given: readonly GivenApproval[],
  members: readonly Member[],
): NextApprover<Member> {
  const { id } = person.member;
  if (batch.prepared_by.includes(id))
    throw new ApiError(403, "OWN_REQUEST", "You prepared this batch. Another person approves it.");
  if (given.some(({ personId }) => personId === id))
    throw new ApiError(409, "ALREADY_APPROVED", "You already approved this batch.");
  assertCan(batch, "approve");
  const turn = nextApprovers(waitingOf(batch, given), members).find((one) => one.id === id);
  if (!turn) throw notAsked(batch, given, members);
  return turn;
}

function sentenceOf(
  batch: StoredBatch,
  given: readonly GivenApproval[],
  members: readonly Member[],
): string {
  return waitingSentence(nextApprovers(waitingOf(batch, given), members), members);
}

const notAsked = (...facts: Parameters<typeof sentenceOf>) =>
  new ApiError(403, "NOT_AN_APPROVER", `${sentenceOf(...facts)}.`);

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
  {
    reason,
    inPlaceOf,
    by = person,
  }: {
    readonly reason?: string;
    readonly inPlaceOf?: Place | null | undefined;
    readonly by?: Tenant | null | undefined;
  } = {},
): Promise<void> {
  await publishChange(db, [person.id], ["payouts", "notifications"]);
  await record(db, {
    act,
    by,
    subject: { kind: "payout_batch", id: batch.id },
    reason,
    after: {
      content_hash: batch.content_hash?.toString("hex") ?? null,
      ...(inPlaceOf && { in_place_of: inPlaceOf.id }),
    },
  });
}
