import type { PayoutSource } from "@rokad/contract/approval-policies";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { ApiError } from "../../kernel/errors.ts";
import { findCooling, whyCooling, type Cooling } from "../approval-policies/cooling.ts";
import { accountKey, accountOf } from "../destination.ts";
import { findBand } from "../approval-policies/find-band.ts";
import { checkMemberLimits } from "../approval-policies/member-limits.ts";
import {
  findPaidAccounts,
  findPoliciesInForce,
  type StoredPolicy,
} from "../approval-policies/policy-queries.ts";
import type { Step } from "../approval-policies/policy.ts";
import type { Initiation } from "./initiation.ts";

/** The version and band by which a payout is sent. */
interface AppliedPolicy {
  readonly policy: StoredPolicy;
  readonly band: number;
  readonly isNewBeneficiary: boolean;
  /** Set for an account within its first hours. */
  readonly cooling: Cooling | undefined;
}

/**
 * Refuses what the tenant's policy does not let one person send, what a new account can't be paid yet,
 * and what exceeds a person's limits. An approved request has its approvals and counts against the approvers' limits. A withdrawal goes
 * to the tenant's own account, which a super admin approved, so no policy covers it.
 * @returns the policy of each payout that has one.
 */
export async function refuseUnapproved(
  db: Tx,
  open: readonly Initiation[],
  refuse: (initiation: Initiation, error: ApiError) => void,
): Promise<ReadonlyMap<Initiation, AppliedPolicy>> {
  const covered = open.filter(({ withdrawal }) => !withdrawal);
  const applied = await applyPolicies(db, covered);
  const refused = new Set<Initiation>();
  const refuseOne = (initiation: Initiation, error: ApiError) => {
    refused.add(initiation);
    refuse(initiation, error);
  };
  const direct = covered.filter(({ requestId }) => requestId === undefined);
  for (const initiation of direct) {
    if (stepsOf(applied.get(initiation)).length > 0) refuseOne(initiation, approvalRequired());
  }
  refuseCooling(
    covered.filter((initiation) => !refused.has(initiation)),
    applied,
    refuseOne,
  );
  const allowed = direct.filter((initiation) => !refused.has(initiation));
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

/** Counts the payouts of one group commit to one account together, in their order. */
function refuseCooling(
  list: readonly Initiation[],
  applied: ReadonlyMap<Initiation, AppliedPolicy>,
  refuse: (initiation: Initiation, error: ApiError) => void,
): void {
  const used = new Map<Cooling, bigint>();
  for (const initiation of list) {
    const cooling = applied.get(initiation)?.cooling;
    if (!cooling) continue;
    const usedPaise = used.get(cooling) ?? cooling.usedPaise;
    const error = whyCooling({ ...cooling, usedPaise }, initiation.amountPaise);
    if (error) refuse(initiation, error);
    else used.set(cooling, usedPaise + initiation.amountPaise);
  }
}

/** Refuses before a code is sent. @throws 409 `APPROVAL_REQUIRED`; 422 `BENEFICIARY_COOLING`. */
export async function assertNeedsNoApproval(
  db: Db,
  payerId: string,
  order: PayoutOrder,
  amountPaise: bigint,
  source: PayoutSource = "console",
): Promise<void> {
  const [found] = (await applyPolicies(db, [{ payerId, order, amountPaise, source }])).values();
  if (stepsOf(found).length > 0) throw approvalRequired();
  const error = whyCooling(found?.cooling, amountPaise);
  if (error) throw error;
}

type PayoutFacts = Pick<Initiation, "payerId" | "order" | "amountPaise" | "source">;

/** Whether the policy in force asks approvals for a payout. */
export async function needsApproval(db: Db, payout: PayoutFacts): Promise<boolean> {
  return (await findSteps(db, payout)).steps.length > 0;
}

/** The version of the policy in force and the steps that it asks for a payout; none without one. */
export async function findSteps(
  db: Db,
  payout: PayoutFacts,
): Promise<{ readonly policyId: string | null; readonly steps: readonly Step[] }> {
  const [found] = (await applyPolicies(db, [payout])).values();
  return { policyId: found?.policy.id ?? null, steps: stepsOf(found) };
}

function stepsOf(found: AppliedPolicy | undefined): readonly Step[] {
  return found?.policy.bands[found.band]?.steps ?? [];
}

async function applyPolicies<T extends PayoutFacts>(db: Db, list: readonly T[]) {
  const policies = await findPoliciesInForce(
    db,
    list.map(({ payerId }) => payerId),
  );
  const applied = new Map<T, AppliedPolicy>();
  for (const [tenantId, policy] of policies) {
    const own = list
      .filter(({ payerId }) => payerId === tenantId)
      .map((initiation) => ({ initiation, account: accountOf(initiation.order) }));
    const accounts = own.map(({ account }) => account);
    const paid = await findPaidAccounts(db, tenantId, accounts);
    const cooling = policy.cooling && (await findCooling(db, tenantId, policy.cooling, accounts));
    for (const { initiation, account } of own) {
      const { amountPaise, source = "console", order } = initiation;
      const isNewBeneficiary = !paid.has(accountKey(account));
      const facts = { amountPaise, method: order.method, source, isNewBeneficiary };
      applied.set(initiation, {
        policy,
        band: findBand(policy.bands, facts),
        isNewBeneficiary,
        cooling: cooling?.get(accountKey(account)),
      });
    }
  }
  return applied;
}

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
      policy_id: found.policy.id,
      band: found.band,
      source: initiation.source ?? "console",
      is_new_beneficiary: found.isNewBeneficiary,
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
} as const;

export const approvalRequired = () =>
  new ApiError(
    409,
    "APPROVAL_REQUIRED",
    "Your approval policy asks for approvals. Submit this as a payment request.",
  );
