import type { PayoutSource } from "@rokad/contract/approval-policies";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { ApiError } from "../../kernel/errors.ts";
import { findCooling, whyCooling, type Cooling } from "../approval-policies/cooling.ts";
import { accountKey, accountOf } from "../destination.ts";
import { findBand } from "../approval-policies/find-band.ts";
import {
  daySentence,
  findSentToday,
  type SentToday,
} from "../approval-policies/find-sent-today.ts";
import { checkMemberLimits } from "../approval-policies/member-limits.ts";
import {
  findPaidAccounts,
  findPoliciesInForce,
  type StoredPolicy,
} from "../approval-policies/policy-queries.ts";
import type { Step } from "../approval-policies/policy.ts";
import type { Refuse } from "./decisions.ts";
import type { Initiation } from "./initiation.ts";

/** What the tenant's policy in force compares for a payout. */
interface PolicyFacts {
  readonly policy: StoredPolicy;
  readonly payout: PayoutFacts;
  /** The account with its tenant. */
  readonly account: string;
  readonly isNewBeneficiary: boolean;
  /** What counts together with the payout, without those that are decided now. */
  readonly otherPaise: bigint;
  /** Set for an account within its first hours. */
  readonly cooling: Cooling | undefined;
}

/** The version and band by which a payout is sent. */
interface AppliedPolicy {
  readonly facts: PolicyFacts;
  readonly band: number;
  /** What the band compared. */
  readonly countedPaise: bigint;
}

/**
 * Refuses what the tenant's policy does not let one person send, what a new account can't be paid yet,
 * and what exceeds a person's limits. An approved request has its approvals and counts against the approvers' limits. A withdrawal goes
 * to the tenant's own account, which a super admin approved, so no policy covers it. The payouts of one
 * group commit to one account count together, in their order.
 * @returns the policy of each payout that has one.
 */
export async function refuseUnapproved(
  db: Tx,
  open: readonly Initiation[],
  refuse: Refuse,
): Promise<ReadonlyMap<Initiation, AppliedPolicy>> {
  const covered = open.filter(({ withdrawal }) => !withdrawal);
  const facts = await findFacts(db, covered);
  const applied = new Map<Initiation, AppliedPolicy>();
  const refused = new Set<Initiation>();
  /** What this group commit sends to each account. */
  const sent = new Map<string, bigint>();
  for (const initiation of covered) {
    const found = facts.get(initiation);
    if (!found) continue;
    const earlierPaise = sent.get(found.account) ?? 0n;
    const policy = applyPolicy(found, earlierPaise);
    applied.set(initiation, policy);
    const isDirect = initiation.requestId === undefined;
    const error = (isDirect && whyUnapproved(policy)) || whyNotYet(policy, earlierPaise);
    if (error) {
      refused.add(initiation);
      refuse(initiation, error);
    } else sent.set(found.account, earlierPaise + initiation.amountPaise);
  }
  const allowed = covered.filter(
    (initiation) => initiation.requestId === undefined && !refused.has(initiation),
  );
  const amounts = allowed.map(({ payerId: tenantId, memberId: personId, amountPaise }) => ({
    tenantId,
    personId,
    amountPaise,
  }));
  for (const [at, error] of (await checkMemberLimits(db, amounts)).entries()) {
    const initiation = allowed[at];
    if (error && initiation) refuse(initiation, error);
  }
  return applied;
}

/** Refuses before a code is sent. @throws 409 `APPROVAL_REQUIRED`; 422 `BENEFICIARY_COOLING`. */
export async function assertNeedsNoApproval(
  db: Db,
  payerId: string,
  order: PayoutOrder,
  amountPaise: bigint,
  source: PayoutSource = "console",
): Promise<void> {
  const [found] = (await findFacts(db, [{ payerId, order, amountPaise, source }])).values();
  if (!found) return;
  const policy = applyPolicy(found);
  const error = whyUnapproved(policy) ?? whyNotYet(policy);
  if (error) throw error;
}

type PayoutFacts = Pick<
  Initiation,
  "payerId" | "order" | "amountPaise" | "source" | "requestId" | "isFunding"
>;

/** Whether the policy in force asks approvals for the amount of a schedule. */
export async function needsApproval(db: Db, payout: PayoutFacts): Promise<boolean> {
  return (await findSteps(db, payout)).steps.length > 0;
}

/**
 * The version of the policy in force and the steps that it asks for the amount of a schedule; none
 * without one. Its runs count with the payments of their day, not the schedule with those of today.
 */
export async function findSteps(
  db: Db,
  payout: PayoutFacts,
): Promise<{ readonly policyId: string | null; readonly steps: readonly Step[] }> {
  const [found] = (await findFacts(db, [payout])).values();
  if (!found) return { policyId: null, steps: [] };
  return { policyId: found.policy.id, steps: stepsFor(found, payout.amountPaise) };
}

/** @param earlierPaise goes to its account in the same group commit. */
function applyPolicy(facts: PolicyFacts, earlierPaise = 0n): AppliedPolicy {
  const { policy, payout, otherPaise } = facts;
  const countedPaise = payout.amountPaise + otherPaise + (policy.countsDay ? earlierPaise : 0n);
  return { facts, band: bandFor(facts, countedPaise), countedPaise };
}

function bandFor({ policy, payout, isNewBeneficiary }: PolicyFacts, amountPaise: bigint): number {
  const { order, source = "console" } = payout;
  return findBand(policy.bands, { amountPaise, method: order.method, source, isNewBeneficiary });
}

const stepsFor = (facts: PolicyFacts, amountPaise: bigint): readonly Step[] =>
  facts.policy.bands[bandFor(facts, amountPaise)]?.steps ?? [];

/** 409 `APPROVAL_REQUIRED`, with the reason where the amount alone needs no approval. */
function whyUnapproved({ facts, countedPaise }: AppliedPolicy): ApiError | undefined {
  const { amountPaise } = facts.payout;
  if (stepsFor(facts, countedPaise).length === 0) return undefined;
  const isForDay = stepsFor(facts, amountPaise).length === 0;
  return approvalRequired(
    isForDay ? daySentence(countedPaise - amountPaise, amountPaise) : undefined,
  );
}

/** 422 `BENEFICIARY_COOLING` for what a new account can't be paid yet. */
function whyNotYet({ facts }: AppliedPolicy, earlierPaise = 0n): ApiError | undefined {
  const { cooling, payout } = facts;
  if (!cooling) return undefined;
  return whyCooling(
    { ...cooling, usedPaise: cooling.usedPaise + earlierPaise },
    payout.amountPaise,
  );
}

async function findFacts<T extends PayoutFacts>(
  db: Db,
  list: readonly T[],
): Promise<ReadonlyMap<T, PolicyFacts>> {
  const policies = await findPoliciesInForce(
    db,
    list.map(({ payerId }) => payerId),
  );
  // A request that is decided now counts in the order of this list.
  const requests = list.flatMap(({ requestId }) => requestId ?? []);
  const facts = new Map<T, PolicyFacts>();
  for (const [tenantId, policy] of policies) {
    const own = list
      .filter(({ payerId }) => payerId === tenantId)
      .map((payout) => ({ payout, account: accountOf(payout.order) }));
    const accounts = own.map(({ account }) => account);
    const paid = await findPaidAccounts(db, tenantId, accounts);
    const cooling = policy.cooling && (await findCooling(db, tenantId, policy.cooling, accounts));
    const today = policy.countsDay && (await findSentToday(db, tenantId, accounts, requests));
    for (const { payout, account } of own) {
      const key = accountKey(account);
      const sent = (today && today.get(key)) || undefined;
      facts.set(payout, {
        policy,
        payout,
        account: `${tenantId} ${key}`,
        isNewBeneficiary: !paid.has(key),
        otherPaise: sent ? otherOf(sent, payout) : 0n,
        cooling: cooling?.get(key),
      });
    }
  }
  return facts;
}

/** What waits for funds after a payout that waited counted that payout already. */
const otherOf = (sent: SentToday, { isFunding }: PayoutFacts): bigint =>
  sent.payoutsPaise + (isFunding ? 0n : sent.waitingPaise);

/** Records by which version and band payouts were sent, for the verification. */
export async function recordPolicies(
  db: Tx,
  accepted: readonly Initiation[],
  applied: ReadonlyMap<Initiation, AppliedPolicy>,
): Promise<void> {
  const rows = accepted.flatMap((initiation) => {
    const found = applied.get(initiation);
    if (!found) return [];
    return {
      payout_id: initiation.id,
      tenant_id: initiation.payerId,
      policy_id: found.facts.policy.id,
      band: found.band,
      source: initiation.source ?? "console",
      is_new_beneficiary: found.facts.isNewBeneficiary,
      counted_paise: found.countedPaise,
    };
  });
  if (rows.length === 0) return;
  await sql`
    insert into payout_policies (${columnList(columns)})
    select * from ${unnestRows("added", columns, rows)}
  `.execute(db);
}

const columns = {
  payout_id: "uuid",
  tenant_id: "uuid",
  policy_id: "uuid",
  band: "int",
  source: "text",
  is_new_beneficiary: "boolean",
  counted_paise: "bigint",
} as const;

/** @param why a sentence, if the amount alone is not the reason. */
export const approvalRequired = (why = "Your approval policy asks for approvals.") =>
  new ApiError(409, "APPROVAL_REQUIRED", `${why} Submit this as a payment request.`);
