import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { findBand } from "../approval-policies/find-band.ts";
import type { PayoutFacts, Step } from "../approval-policies/policy.ts";
import { findPolicyInForce } from "../approval-policies/policy-queries.ts";
import { mergeSteps } from "./approval-steps.ts";
import { isNewPayee } from "./row-conditions.ts";

/** What the tenant's policy asks for a batch. */
export interface BatchApproval {
  readonly policyId: string | null;
  /** The rows that need approvals, each as one payout. */
  readonly rows: number;
  /** Of those rows, and of the total as one payout; none if one person may run it. */
  readonly steps: readonly Step[];
}

/** The rows of a draft that a policy compares alike. */
interface Kind {
  readonly method: "upi" | "imps";
  readonly amount_paise: bigint;
  readonly is_new: boolean;
  readonly count: bigint;
}

/** @param totalPaise the amounts of the ready rows, without charges. */
export async function findBatchApproval(
  db: Db,
  tenantId: string,
  batchId: string,
  totalPaise: bigint,
): Promise<BatchApproval> {
  const policy = await findPolicyInForce(db, tenantId);
  if (!policy) return { policyId: null, rows: 0, steps: [] };
  const { rows: kinds } = await sql<Kind>`
    select method, amount_paise, is_new, count(*) from (
      select method, amount_paise, ${isNewPayee} as is_new
      from batch_rows where batch_id = ${batchId} and state = 'ready'
    ) as ready group by method, amount_paise, is_new
  `.execute(db);
  const factsOf = (amountPaise: bigint, { method, is_new: isNewBeneficiary }: Kind) =>
    ({ amountPaise, method, source: "bulk", isNewBeneficiary }) satisfies PayoutFacts;
  const rows = kinds
    .filter((kind) => {
      const band = findBand(policy.bands, factsOf(kind.amount_paise, kind));
      return (policy.bands[band]?.steps ?? []).length > 0;
    })
    .reduce((sum, { count }) => sum + Number(count), 0);
  const asked = kinds.flatMap((kind) => [
    factsOf(kind.amount_paise, kind),
    factsOf(totalPaise, kind),
  ]);
  return { policyId: policy.id, rows, steps: mergeSteps(policy, asked) };
}
