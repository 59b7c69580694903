import type { Permission } from "@rokad/contract/roles";
import { workQueueKinds, type WorkQueue, type WorkQueueKind } from "@rokad/contract/work-queues";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

interface Row {
  readonly kind: WorkQueueKind;
  readonly count: number;
  readonly paise: bigint | null;
  readonly oldest_at: Date | null;
  /** What someone else did the first half of. */
  readonly half_done: number;
}

/** Who can do the second half. Nobody confirms a closing or a job. */
const confirming: Readonly<Record<WorkQueueKind, Permission | null>> = {
  deposits: "operate",
  bank_accounts: null,
  suspense: "operate",
  outcomes: "operate",
  adjustments: "finance",
  changes: "finance",
  differences: "finance",
  closings: null,
  jobs: null,
};

/**
 * What waits for super admins, as each page counts it. All parts are read from indexes of what is
 * open, so the time does not grow with what was decided.
 */
export async function listWorkQueues(db: Db, person: SuperAdmin): Promise<WorkQueue[]> {
  const { id } = person.member;
  const { rows } = await sql<Row>`
    select 'deposits' as kind, count(*)::int as count, sum(amount_paise)::bigint as paise,
      min(created_at) as oldest_at,
      count(*) filter (where first_approved_by <> ${id})::int as half_done
    from deposits where status = 'pending'
    union all
    select 'bank_accounts', count(*)::int, null, min(created_at), 0
    from bank_accounts where status = 'pending'
    union all
    select 'suspense', count(*)::int, sum(amount_paise)::bigint, min(created_at),
      count(*) filter (where first_decided_by <> ${id})::int
    from incoming_credits where state = 'suspense'
    union all
    select 'outcomes', count(*)::int, sum(amount_paise)::bigint, min(unknown_since),
      count(*) filter (where proposed_by <> ${id})::int
    from payout_queue join payouts on payouts.id = payout_queue.payout_id
    left join payout_decisions on payout_decisions.payout_id = payouts.id
      and payout_decisions.state = 'proposed'
    where is_unclear
    union all
    select 'adjustments', count(*)::int, sum(amount_paise)::bigint, min(proposed_at),
      count(*) filter (where proposed_by <> ${id})::int
    from adjustments where state = 'proposed'
    union all
    select 'changes', count(*)::int, null, min(proposed_at),
      count(*) filter (where proposed_by <> ${id})::int
    from proposals
    where state = 'waiting' and expires_at > ${now()}
      and id in (select proposal_id from proposal_subjects where is_waiting)
    union all
    select 'differences', count(*)::int, null, min(found_at),
      count(*) filter (where first_by <> ${id})::int
    from reconciliation_differences where state = 'open'
    union all
    select 'closings', count(*)::int, null, min(started_at), 0
    from tenant_closings where state = 'open'
    union all
    select 'jobs', count(*)::int, null, min(finished_at), 0
    from background_jobs where status = 'dead'
  `.execute(db);
  return workQueueKinds.flatMap((kind) => {
    const row = rows.find((one) => one.kind === kind);
    if (!row) return [];
    const permission = confirming[kind];
    return {
      kind,
      count: row.count,
      amount: withAmount.has(kind) ? inr(row.paise ?? 0n) : null,
      oldest_at: row.oldest_at?.toISOString() ?? null,
      awaiting_me: permission && mayDo(person, permission) ? row.half_done : 0,
    };
  });
}

const withAmount: ReadonlySet<WorkQueueKind> = new Set([
  "deposits",
  "suspense",
  "outcomes",
  "adjustments",
]);
