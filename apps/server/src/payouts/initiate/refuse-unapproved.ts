import type { PayoutOrder } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { ApiError } from "../../kernel/errors.ts";
import { findBand } from "../approval-policies/find-band.ts";
import { checkMemberLimits } from "../approval-policies/member-limits.ts";
import {
  findPaidDestinations,
  findPoliciesInForce,
  type StoredPolicy,
} from "../approval-policies/policy-queries.ts";
import { destinationHash } from "../destination.ts";
import type { Initiation } from "./initiation.ts";

/** The version and band by which a payout is sent. */
interface AppliedPolicy {
  readonly policy: StoredPolicy;
  readonly band: number;
  readonly isNewBeneficiary: boolean;
}

/**
 * Refuses what the tenant's policy does not let one person send, and what exceeds a person's limits.
 * An approved request has its approvals and counts against the approvers' limits. A withdrawal goes
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
  const direct = covered.filter(({ requestId }) => requestId === undefined);
  const allowed = direct.filter((initiation) => {
    const found = applied.get(initiation);
    if (!found || (found.policy.bands[found.band]?.steps ?? []).length === 0) return true;
    refuse(initiation, approvalRequired());
    return false;
  });
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

/** Refuses before a code is sent. @throws 409 `APPROVAL_REQUIRED`. */
export async function assertNeedsNoApproval(
  db: Db,
  payerId: string,
  order: PayoutOrder,
  amountPaise: bigint,
): Promise<void> {
  const [found] = (await applyPolicies(db, [{ payerId, order, amountPaise }])).values();
  if (found && (found.policy.bands[found.band]?.steps ?? []).length > 0) throw approvalRequired();
}

async function applyPolicies<
  T extends Pick<Initiation, "payerId" | "order" | "amountPaise" | "source">,
>(db: Db, list: readonly T[]) {
  const policies = await findPoliciesInForce(
    db,
    list.map(({ payerId }) => payerId),
  );
  const applied = new Map<T, AppliedPolicy>();
  for (const [tenantId, policy] of policies) {
    const own = list
      .filter(({ payerId }) => payerId === tenantId)
      .map((initiation) => ({ initiation, hash: destinationHash(initiation.order) }));
    const hashes = own.map(({ hash }) => hash);
    const paid = await findPaidDestinations(db, tenantId, hashes);
    for (const { initiation, hash } of own) {
      const { amountPaise, source = "console", order } = initiation;
      const isNewBeneficiary = !paid.has(hash.toString("hex"));
      const facts = { amountPaise, method: order.method, source, isNewBeneficiary };
      applied.set(initiation, { policy, band: findBand(policy.bands, facts), isNewBeneficiary });
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
