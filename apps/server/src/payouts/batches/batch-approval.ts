import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { findBand } from "../approval-policies/find-band.ts";
import type { PayoutFacts, Step } from "../approval-policies/policy.ts";
import { sentToday } from "../approval-policies/find-sent-today.ts";
import { findPolicyInForce } from "../approval-policies/policy-queries.ts";
import { mergeSteps } from "./approval-steps.ts";
import { isNewPayee } from "./row-conditions.ts";

/** What the tenant's policy asks for a batch. */
export interface BatchApproval {
  readonly policyId: string | null;
  /** The rows that need approvals, each as one payout, with what counts together with it. */
  readonly rows: number;
  /** Of those rows, and of the total as one payout; none if one person may run it. */
  readonly steps: readonly Step[];
}

/** The rows of a draft that a policy compares alike. */
interface Kind {
  readonly method: "upi" | "imps";
  /** The amount of a row, with what counts together with it. */
  readonly paise: bigint;
  readonly is_new: boolean;
  readonly count: bigint;
  /** Of all rows: what went to their accounts today. */
  readonly sent_paise: bigint;
}

/**
 * If the policy counts the day, each row counts with the rows before it to its account and with what
 * went to that account today, and the total with what went to all its accounts today.
 * @param totalPaise the amounts of the ready rows, without charges.
 */
export async function findBatchApproval(
  db: Db,
  tenantId: string,
  batchId: string,
  totalPaise: bigint,
): Promise<BatchApproval> {
  const policy = await findPolicyInForce(db, tenantId);
  if (!policy) return { policyId: null, rows: 0, steps: [] };
  const { rows: kinds } = await (
    policy.countsDay ? selectKindsOfDay(tenantId, batchId) : selectKinds(batchId)
  ).execute(db);
  const sentPaise = kinds[0]?.sent_paise ?? 0n;
  const factsOf = (amountPaise: bigint, { method, is_new: isNewBeneficiary }: Kind) =>
    ({ amountPaise, method, source: "bulk", isNewBeneficiary }) satisfies PayoutFacts;
  const rows = kinds
    .filter((kind) => {
      const band = findBand(policy.bands, factsOf(kind.paise, kind));
      return (policy.bands[band]?.steps ?? []).length > 0;
    })
    .reduce((sum, { count }) => sum + Number(count), 0);
  const asked = kinds.flatMap((kind) => [
    factsOf(kind.paise, kind),
    factsOf(totalPaise + sentPaise, kind),
  ]);
  return { policyId: policy.id, rows, steps: mergeSteps(policy, asked) };
}

const selectKinds = (batchId: string) => sql<Kind>`
  select method, paise, is_new, count(*), 0::bigint as sent_paise from (
    select method, amount_paise as paise, ${isNewPayee} as is_new
    from batch_rows where batch_id = ${batchId} and state = 'ready'
  ) as ready group by method, paise, is_new
`;

/**
 * Payments of today stand as line 0 before the rows to their account, so that one sort counts all.
 * A join could be a nested loop, because nothing is known yet of the rows of a new file.
 */
const selectKindsOfDay = (tenantId: string, batchId: string) => sql<Kind>`
  with payments as (
    select hash, bank, 0 as number, sum(paise) as paise, null as method, null::boolean as is_new
    from (${sentToday(tenantId, [batchId])}) as sent group by hash, bank
    union all
    select destination_hash, bank, number, amount_paise, method, ${isNewPayee}
    from batch_rows where batch_id = ${batchId} and state = 'ready'
  ), counted as (
    select number, paise, method, is_new,
      sum(paise) over (partition by hash, bank order by number) as counted_paise,
      max(number) over (partition by hash, bank) as last_number
    from payments
  )
  select method, counted_paise::bigint as paise, is_new, count(*), (
    select coalesce(sum(paise), 0)::bigint from counted where number = 0 and last_number > 0
  ) as sent_paise
  from counted where number > 0 group by method, counted_paise, is_new
`;
