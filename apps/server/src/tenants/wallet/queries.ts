import type { PayoutStatus } from "@rokad/contract/payouts";
import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";

/** A row of the wallet history, from payouts, deposits or reversals. */
export interface Movement {
  readonly id: string;
  readonly at: Date;
  readonly type: "credit" | "debit";
  readonly kind: "payout" | "deposit" | "reversal";
  readonly paise: bigint;
  readonly status: "pending" | "success" | "failed" | "cancelled";
  readonly payout_id: string | null;
  readonly deposit_id: string | null;
  readonly beneficiary_name: string | null;
  readonly bank_name: string | null;
  readonly ifsc_code: string | null;
  readonly method: "upi" | "imps" | null;
  readonly destination_sealed: Buffer | null;
  readonly destination_end: string | null;
  readonly amount_paise: bigint | null;
  readonly fee_paise: bigint | null;
  readonly gst_paise: bigint | null;
  readonly payout_status: PayoutStatus | null;
  readonly reference: string;
  readonly utr: string | null;
  readonly failure_reason: string | null;
}

export interface WalletFilter {
  readonly type?: "all" | "credit" | "debit" | undefined;
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One row for each payout, each credited deposit and each reversal. */
export function movements({ id }: Tenant, filter: WalletFilter) {
  const credits = sql`
    ${selectDeposits(sql`person_id = ${id} ${within(sql`reviewed_at`, filter)}`)}
    union all
    ${selectReversals(sql`
      payout_reversals.person_id = ${id} ${within(sql`payout_reversals.created_at`, filter)}
    `)}
  `;
  const debits = selectPayouts(sql`person_id = ${id} ${within(sql`created_at`, filter)}`);
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
      case when returned_at is null then failure_reason end as failure_reason
    from payouts where ${which}
  `;
}

/** The credited deposits, dated by the credit, not by the request. */
export function selectDeposits(which: Condition) {
  return sql`
    select id, reviewed_at as at, 'credit' as type, 'deposit' as kind, amount_paise as paise,
      'success' as status, null::uuid as payout_id, id as deposit_id,
      null as beneficiary_name, null as bank_name, null as ifsc_code,
      null as method, null::bytea as destination_sealed, null as destination_end,
      null::bigint as amount_paise, null::bigint as fee_paise,
      null::bigint as gst_paise, null as payout_status,
      utr_reference as reference, utr_reference as utr, null as failure_reason
    from deposits where status = 'completed' and ${which}
  `;
}

export function selectReversals(which: Condition) {
  return sql`
    select ${reversalId} as id, payout_reversals.created_at as at, 'credit' as type,
      'reversal' as kind, payout_reversals.amount_paise as paise, 'success' as status,
      ${payoutColumns}, payout_reversals.reason as failure_reason
    from payout_reversals join payouts on payouts.id = payout_reversals.payout_id
    where ${which}
  `;
}

const payoutColumns = sql`
  payouts.id as payout_id, null::uuid as deposit_id, beneficiary_name, bank_name,
  ifsc_code, method, destination_sealed, destination_end, payouts.amount_paise, fee_paise, gst_paise,
  payouts.status as payout_status, reference_id as reference, utr_number as utr
`;

/**
 * A reversal has no id, and its payout's id belongs to the debit. So this derives a constant UUID from
 * it, with the version (8) and variant bits of RFC 9562.
 */
export const reversalId = sql`
  overlay(overlay(md5('reversal' || payout_id) placing '8' from 13) placing 'a' from 17)::uuid
`;

function within(at: ReturnType<typeof sql>, filter: WalletFilter) {
  const first = filter.from ? sql`and ${at} >= ${startOfDay(filter.from)}` : sql``;
  const last = filter.to ? sql`and ${at} < ${endOfDay(filter.to)}` : sql``;
  return sql`${first} ${last}`;
}
