import type { OpenPayout } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { whyNotCancellable } from "../../payouts/cancel/why-not-cancellable.ts";
import { nextDueAt } from "../../payouts/queries.ts";

interface Query {
  readonly show: "slow" | "open";
  readonly page: number;
  readonly limit: number;
}

interface Row extends Omit<
  OpenPayout,
  "tenant" | "amount" | "created_at" | "next_check_at" | "can_cancel" | "outcome_proposed_by"
> {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly amount_paise: bigint;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly send_blocked_at: Date | null;
  readonly proposer_id: string | null;
  readonly proposer_name: string | null;
}

/** Lists payouts without an outcome, oldest first. Finished payouts are never read. */
export async function listOpenPayouts({ show, page, limit }: Query) {
  const inView =
    show === "slow"
      ? sql`status = 'processing' and payouts.created_at < ${secondsFromNow(-limits.payoutSlowSeconds)}`
      : sql`true`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`
      select payouts.id, reference_id, tenant_id, tenants.name as tenant_name,
        amount_paise, method, provider, status = 'pending' and paused_at is not null as is_paused,
        status, attempts, payouts.created_at, ${nextDueAt} as due_at, send_blocked_at,
        status = 'pending' and withheld_at is not null as is_withheld,
        provider_state is not null as is_accepted,
        proposers.id as proposer_id, proposers.name as proposer_name
      from payouts
      join tenants on tenants.id = tenant_id join providers on providers.id = provider
      left join (
        select payout_id, proposed_by from payout_decisions where state = 'proposed'
      ) as decisions on decisions.payout_id = payouts.id
      left join people as proposers on proposers.id = decisions.proposed_by
      where payouts.id in (select payout_id from payout_queue) and ${inView}
      order by payouts.created_at, payouts.id limit ${limit} offset ${(page - 1) * limit}
    `.execute(database()),
    sql<{ count: bigint }>`
      select count(*) from payouts where payouts.id in (select payout_id from payout_queue) and ${inView}
    `.execute(database()),
  ]);
  const total = counts[0]?.count ?? 0n;
  return {
    data: rows.map(asOpenPayout),
    pagination: pageOf({ page, limit }, total),
    total: Number(total),
  };
}

function asOpenPayout(row: Row): OpenPayout {
  const { tenant_id, tenant_name, amount_paise, created_at, due_at, send_blocked_at, ...named } =
    row;
  const { proposer_id: proposerId, proposer_name: proposerName, ...rest } = named;
  return {
    ...rest,
    tenant: { id: tenant_id, name: tenant_name },
    amount: inr(amount_paise),
    created_at: created_at.toISOString(),
    can_cancel: whyNotCancellable({ status: row.status, send_blocked_at }) === undefined,
    outcome_proposed_by:
      proposerId === null || proposerName === null ? null : { id: proposerId, name: proposerName },
    next_check_at: due_at?.toISOString() ?? null,
  };
}
