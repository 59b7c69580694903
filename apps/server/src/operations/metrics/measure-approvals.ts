import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";

interface Waiting {
  readonly kind: string;
  readonly count: number;
  readonly oldest_at: Date | null;
}

/** What waits for a decision of a person, of businesses and of the platform. */
export async function measureApprovals(db: Db): Promise<Sample[]> {
  const { rows } = await sql<Waiting>`
    select 'payment_request' as kind, count(*)::int as count, min(submitted_at) as oldest_at
    from payment_requests where state = 'awaiting_approval'
    union all
    select 'batch', count(*)::int, min(submitted_at)
    from payout_batches where state = 'awaiting_approval'
    union all
    select 'schedule', count(*)::int, min(submitted_at)
    from payout_schedules where state = 'awaiting_approval'
    union all
    select 'deposit', count(*)::int, min(created_at) from deposits where status = 'pending'
    union all
    select 'bank_account', count(*)::int, min(created_at)
    from bank_accounts where status = 'pending'
    union all
    select 'adjustment', count(*)::int, min(proposed_at)
    from adjustments where state = 'proposed'
    union all
    select 'guarded_change', count(*)::int, min(proposed_at)
    from proposals where state = 'waiting' and id in (
      select proposal_id from proposal_subjects where is_waiting
    )
  `.execute(db);
  return rows.flatMap(({ kind, count, oldest_at: oldest }): Sample[] => [
    { name: "rokad_approvals_waiting", labels: { kind }, value: count },
    { name: "rokad_approvals_oldest_seconds", labels: { kind }, value: ageSeconds(oldest) },
  ]);
}
