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
import type { Member } from "../approval-policies/assess-policy.ts";
import { findUnmetStep } from "../approval-policies/match-approvers.ts";
import { assertWithinLimits } from "../approval-policies/member-limits.ts";
import { anyApprover, type Place, type Step } from "../approval-policies/policy.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import {
  findAskedPlace,
  nextApprovers,
  progressOf,
  type GivenApproval,
  type NextApprover,
} from "../approval-policies/progress.ts";
import { waitingSentence } from "./describe-waiting.ts";
import { notifyApprovers } from "./notify-approvers.ts";
import { returnToDraft } from "./return-to-draft.ts";
import { findWaiting, type DraftItem, type DraftSubject } from "./subject.ts";

interface Content {
  readonly content_hash: string;
}

interface Submission<T> {
  /** Locked, with everyone who prepared it. */
  readonly item: T;
  /** What the policy of this moment asks; without steps, any one approver approves. */
  readonly asked: { readonly policyId: string | null; readonly steps: readonly Step[] };
  /** Locked before the item. */
  readonly members: readonly Member[];
  /** For the audit log: null if the product submits it in the person's name. */
  readonly by?: Tenant | null;
}

/**
 * Submits a draft: from now on its content stays as it is, and its steps say who approves it.
 * @throws 422 `POLICY_NOT_SATISFIABLE` if the people who did not prepare it can't give the approvals.
 */
export async function submitDraft<T extends DraftItem>(
  db: Tx,
  person: Tenant,
  subject: DraftSubject<T>,
  { item, asked, members, by = person }: Submission<T>,
): Promise<void> {
  const steps = asked.steps.length > 0 ? asked.steps : anyApprover;
  const preparedBy = new Set(subject.waitingOf(item, []).preparedBy);
  const others = members.filter(({ id }) => !preparedBy.has(id));
  if (findUnmetStep(steps, others, preparedBy) !== undefined)
    throw new ApiError(
      422,
      "POLICY_NOT_SATISFIABLE",
      `Those who did not prepare this ${subject.kind} can't give all approvals. Add an approver first.`,
    );
  const at = now();
  await subject.update(db, [item.id], {
    ...waitsFrom(at),
    state: "awaiting_approval",
    policy_id: asked.policyId,
    steps: JSON.stringify(steps),
    submitted_at: at,
    returned_at: null,
    returned_by: null,
    returned_reason: null,
  });
  await notifyApprovers(db, subject, [{ item: { ...item, steps }, given: [] }], members);
  await recordAct(db, subject, item, "submitted", { by });
}

/**
 * Approves an item; the last approval starts it. Under the locks of the members and the item, the
 * first of two approvals, or of an approval and a withdrawal, counts and the other one sees it.
 * @throws 403 `OWN_REQUEST`, `NOT_AN_APPROVER`; 404; 409 `ALREADY_APPROVED`, `TENANT_CLOSING`, or that
 *   it changed or can't be paid; 422 `PERSON_LIMIT_EXCEEDED`.
 */
export async function approve<T extends DraftItem>(
  subject: DraftSubject<T>,
  person: Tenant,
  { id, content_hash: hash }: Content & { readonly id: string },
  run: RunTransaction,
): Promise<void> {
  const { error } = await run(async (db) => {
    const members = await lockApprovers(db, person.tenantId);
    const item = await subject.lock(db, person.tenantId, id);
    const given = (await subject.readGiven(db, [item]))(id);
    const { inPlaceOf } = findTurn(subject, person, { item, given, members });
    subject.assertContent(item, hash);
    // Committed, so that its makers see it at once.
    if (await isOutdated(db, subject, item)) {
      await returnOutdated(db, subject, item);
      return { error: `${outdatedReason}. It is a draft again.` };
    }
    // The wallet before the limits, as when payouts are created: the other order could deadlock.
    const wallets = await ledger.lock(db, [person.tenantId]);
    if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
    const amounts = await subject.readPayable(db, item);
    const paise = amounts.map(({ amount_paise: amount }) => amount);
    await assertWithinLimits(db, person, paise, inPlaceOf);
    const { step } = progressOf(subject.waitingOf(item, given));
    const me = members.find((member) => member.id === person.member.id);
    const at = now();
    await subject.insertApproval(db, item, {
      person_id: person.member.id,
      tenant_id: person.tenantId,
      step,
      content_hash: Buffer.from(hash, "hex"),
      amount_paise: paise.reduce((sum, amount) => sum + amount, 0n),
      roles: [...(me?.roles ?? [])],
      in_place_of: inPlaceOf?.id ?? null,
      place_roles: inPlaceOf && [...inPlaceOf.roles],
      given_at: at,
    });
    const after = (await subject.readGiven(db, [item]))(id);
    const next = progressOf(subject.waitingOf(item, after)).step;
    if (next === item.steps?.length) await subject.start(db, person, item, { amounts, wallets });
    else {
      if (next !== step) await subject.update(db, [id], waitsFrom(at));
      await notifyApprovers(db, subject, [{ item, given: after }], members);
    }
    await recordAct(db, subject, item, "approved", { by: person, inPlaceOf });
    return { error: null };
  });
  if (error) throw subject.changed(error);
  wakeWorker();
}

/**
 * Sends an item back to be changed, with the reason. Its approvals no longer count.
 * @throws 403 `NOT_AN_APPROVER`; 404; 409 if it changed.
 */
export async function sendBack<T extends DraftItem>(
  subject: DraftSubject<T>,
  person: Tenant,
  { id, content_hash: hash, reason }: Content & { readonly id: string; readonly reason: string },
): Promise<void> {
  await transaction(async (db) => {
    const members = await lockApprovers(db, person.tenantId);
    const item = await subject.lock(db, person.tenantId, id);
    subject.assertCan(item, "reject");
    subject.assertContent(item, hash);
    const me = members.find((member) => member.id === person.member.id);
    const place = me && findAskedPlace(subject.waitingOf(item, []), me);
    if (!place) throw notAsked(subject, { item, given: [], members });
    await returnToDraft(db, subject, item, { by: person.member, reason });
    const inPlaceOf = place.id === me.id ? null : place;
    await recordAct(db, subject, item, "rejected", { by: person, reason, inPlaceOf });
  });
}

/**
 * Makes a submitted item a draft again.
 * @throws 403 for a program and a person's batch; 404; 409 if its state changed.
 */
export async function withdraw<T extends DraftItem>(
  subject: DraftSubject<T>,
  person: Tenant,
  id: string,
): Promise<void> {
  await transaction(async (db) => {
    const item = await subject.lockOwn(db, person, id);
    subject.assertCan(item, "withdraw");
    await returnToDraft(db, subject, item, { by: person.member, reason: null });
    await recordAct(db, subject, item, "withdrawn", { by: person });
  });
}

/** Makes a locked item a draft again that was not approved in time. */
export async function expire<T extends DraftItem>(
  db: Tx,
  subject: DraftSubject<T>,
  item: T,
  days: number,
): Promise<void> {
  const reason = `Its approvals were not given in ${days} days. Submit it again if it is still due`;
  await returnToDraft(db, subject, item, { by: null, reason });
  await recordAct(db, subject, item, "expired", { by: null, reason });
}

const outdatedReason = "An account that it pays, the fee or GST changed since it was submitted";

/** Makes a locked item a draft again that can't be paid as it was submitted. */
export async function returnOutdated<T extends DraftItem>(
  db: Tx,
  subject: DraftSubject<T>,
  item: T,
): Promise<void> {
  const reason = `${outdatedReason}. Check it and submit it again`;
  await returnToDraft(db, subject, item, { by: null, reason });
  await recordAct(db, subject, item, "returned", { by: null, reason });
}

async function isOutdated<T extends DraftItem>(
  db: Tx,
  subject: DraftSubject<T>,
  { id }: T,
): Promise<boolean> {
  const found = await findWaiting(db, subject, sql`id = ${id} and ${await subject.isOutdated()}`);
  return found.length > 0;
}

const waitsFrom = (at: Date) => ({ waits_since: at, reminded_at: null, stuck_since: null });

interface Facts<T> {
  readonly item: T;
  readonly given: readonly GivenApproval[];
  readonly members: readonly Member[];
}

/** @throws unless the person can give the next approval of a locked item. */
function findTurn<T extends DraftItem>(
  subject: DraftSubject<T>,
  person: Tenant,
  facts: Facts<T>,
): NextApprover<Member> {
  const { item, given, members } = facts;
  const { id } = person.member;
  const waiting = subject.waitingOf(item, given);
  if (waiting.preparedBy.includes(id))
    throw new ApiError(
      403,
      "OWN_REQUEST",
      `You prepared this ${subject.kind}. Another person approves it.`,
    );
  if (given.some(({ personId }) => personId === id))
    throw new ApiError(409, "ALREADY_APPROVED", `You already approved this ${subject.kind}.`);
  subject.assertCan(item, "approve");
  const turn = nextApprovers(waiting, members).find((one) => one.id === id);
  if (!turn) throw notAsked(subject, facts);
  return turn;
}

function notAsked<T extends DraftItem>(
  subject: DraftSubject<T>,
  { item, given, members }: Facts<T>,
): ApiError {
  const people = nextApprovers(subject.waitingOf(item, given), members);
  return new ApiError(403, "NOT_AN_APPROVER", `${waitingSentence(people, members)}.`);
}

async function recordAct<T extends DraftItem>(
  db: Tx,
  { kind }: DraftSubject<T>,
  item: T,
  act: "submitted" | "approved" | "rejected" | "withdrawn" | "expired" | "returned",
  {
    by,
    reason,
    inPlaceOf,
  }: {
    /** Null for the product. */
    readonly by: Tenant | null;
    readonly reason?: string;
    readonly inPlaceOf?: Place | null;
  },
): Promise<void> {
  await publishChange(db, [item.tenant_id], ["requests", "payouts", "notifications"]);
  await record(db, {
    act: `payout_${kind}.${act}`,
    by,
    subject: { kind: `payout_${kind}`, id: item.id },
    reason,
    after: {
      content_hash: item.content_hash?.toString("hex") ?? null,
      ...(inPlaceOf && { in_place_of: inPlaceOf.id }),
    },
  });
}
