import type { PayoutStatus } from "@rokad/contract/payouts";
import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { adjustingMovements } from "../../ledger/adjusting-movements.ts";
import type { Tenant } from "../../kernel/person.ts";

/** A row of the wallet history, from payouts, deposits, reversals or corrections. */
export interface Movement {
  readonly id: string;
  readonly at: Date;
  readonly type: "credit" | "debit";
  readonly kind:
    | "payout"
    | "deposit"
    | "reversal"
    | "part"
    | "correction"
    | "owed"
    | "repaid"
    | "set_aside"
    | "request_hold";
  readonly payout_kind: "payout" | "withdrawal" | null;
  readonly paise: bigint;
  readonly status: "pending" | "success" | "failed" | "cancelled";
  readonly payout_id: string | null;
  readonly deposit_id: string | null;
  /** The payment request that holds it. */
  readonly request_id: string | null;
  readonly beneficiary_name: string | null;
  readonly bank_name: string | null;
  readonly ifsc_code: string | null;
  readonly method: "upi" | "imps" | null;
  readonly destination_encrypted: Buffer | null;
  readonly destination_end: string | null;
  readonly amount_paise: bigint | null;
  readonly fee_paise: bigint | null;
  readonly gst_paise: bigint | null;
  readonly returned_paise: bigint | null;
  readonly payout_status: PayoutStatus | null;
  readonly reference: string;
  readonly utr: string | null;
  readonly failure_reason: string | null;
  readonly adjustment_reason: string | null;
}

export interface WalletFilter {
  readonly type?: "all" | "credit" | "debit" | undefined;
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One row for each payout, credited deposit, reversal and correction. */
export function movements({ tenantId: id }: Tenant, filter: WalletFilter) {
  const adjusting = selectAdjusting(id, sql`true ${within(sql`moved.at`, filter)}`);
  const credits = sql`
    ${selectDeposits(sql`tenant_id = ${id} ${within(sql`reviewed_at`, filter)}`)}
    union all
    ${selectReversals(sql`
      payout_reversals.tenant_id = ${id} ${within(sql`payout_reversals.created_at`, filter)}
    `)}
    union all
    select * from (${adjusting}) as adjusting where type = 'credit'
  `;
  const payoutDebits = selectPayouts(sql`tenant_id = ${id} ${within(sql`created_at`, filter)}`);
  const debits = sql`
    ${payoutDebits} union all select * from (${adjusting}) as adjusting where type = 'debit'
  `;
  if (filter.type === "credit") return credits;
  if (filter.type === "debit") return debits;
  return sql`${debits} union all ${credits}`;
}

type Condition = RawBuilder<unknown>;

/**
 * The debits. A payout that was paid and then returned counts as a success: the return has its own
 * row.
 */
export function selectPayouts(which: Condition) {
  return sql`
    select payouts.id, payouts.created_at as at, 'debit' as type, 'payout' as kind,
      payouts.amount_paise + fee_paise + gst_paise as paise,
      case
        when status = 'success' or returned_at is not null then 'success'
        when status in ('failed', 'cancelled') then status
        else 'pending'
      end as status,
      ${payoutColumns},
      case when returned_at is null then failure_reason end as failure_reason,
      null as adjustment_reason
    from payouts where ${which}
  `;
}

/** The credited deposits, dated by the credit, not by the request. */
export function selectDeposits(which: Condition) {
  return sql`
    select id, reviewed_at as at, 'credit' as type, 'deposit' as kind, amount_paise as paise,
      'success' as status, null as payout_kind, null::uuid as payout_id, id as deposit_id,
      null::uuid as request_id, null as beneficiary_name, null as bank_name, null as ifsc_code,
      null as method, null::bytea as destination_encrypted, null as destination_end,
      null::bigint as amount_paise, null::bigint as fee_paise,
      null::bigint as gst_paise, null::bigint as returned_paise, null as payout_status,
      utr_reference as reference, utr_reference as utr, null as failure_reason,
      null as adjustment_reason
    from deposits where status = 'completed' and ${which}
  `;
}

export function selectReversals(which: Condition) {
  return sql`
    select ${reversalId} as id, payout_reversals.created_at as at, 'credit' as type,
      case when is_partial then 'part' else 'reversal' end as kind,
      payout_reversals.amount_paise as paise, 'success' as status,
      ${payoutColumns}, payout_reversals.reason as failure_reason, null as adjustment_reason
    from payout_reversals join payouts on payouts.id = payout_reversals.payout_id
    where ${which}
  `;
}

/**
 * Corrections, what they left to owe, its payments, remainders set aside at a closing, and what payment
 * requests hold.
 */
export function selectAdjusting(walletId: string, which: Condition) {
  return sql`
    select moved.id, moved.at, case when paise < 0 then 'debit' else 'credit' end as type,
      case moved.kind when 'owe' then 'owed' when 'repay' then 'repaid'
        when 'set_aside' then 'set_aside' when 'request_hold' then 'request_hold'
        else 'correction' end as kind,
      abs(paise) as paise,
      case moved.kind when 'request_hold' then 'pending' else 'success' end as status,
      null as payout_kind, null::uuid as payout_id, null::uuid as deposit_id,
      request_holds.request_id, request_holds.beneficiary_name, null as bank_name, null as ifsc_code,
      null as method, null::bytea as destination_encrypted, null as destination_end,
      null::bigint as amount_paise, null::bigint as fee_paise,
      null::bigint as gst_paise, null::bigint as returned_paise, null as payout_status,
      coalesce(reference, '') as reference, null as utr, null as failure_reason,
      case when moved.kind like 'adjust%' then reason end as adjustment_reason
    from (${adjustingMovements(walletId)}) as moved
    left join adjustments on adjustments.id = moved.subject_id
    left join request_holds on request_holds.id = moved.id
    where ${which}
  `;
}

const payoutColumns = sql`
  payouts.payout_kind, payouts.id as payout_id, null::uuid as deposit_id,
  null::uuid as request_id, beneficiary_name, bank_name,
  ifsc_code, method, destination_encrypted, destination_end, payouts.amount_paise, payouts.fee_paise,
  payouts.gst_paise, payouts.returned_paise, payouts.status as payout_status, reference_id as reference, utr_number as utr
`;

/**
 * The id of a payout belongs to the debit. So this derives a constant UUID for its return from it,
 * with the version (8) and variant bits of RFC 9562. A partial return has an id of its own.
 */
export const reversalId = sql`
  case when is_partial then payout_reversals.id else
    overlay(overlay(md5('reversal' || payout_id) placing '8' from 13) placing 'a' from 17)::uuid
  end
`;

function within(at: ReturnType<typeof sql>, filter: WalletFilter) {
  const first = filter.from ? sql`and ${at} >= ${startOfDay(filter.from)}` : sql``;
  const last = filter.to ? sql`and ${at} < ${endOfDay(filter.to)}` : sql``;
  return sql`${first} ${last}`;
}
