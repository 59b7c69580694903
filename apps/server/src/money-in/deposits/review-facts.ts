import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { DepositStatus } from "./queries.ts";
import { sameAmountDeposit, virtualAccountCredit } from "./possible-duplicates.ts";
import { newestStatementLine, type StatementColumns } from "./statement-evidence.ts";

/** Facts about one deposit's account, tenant and UTR that a reviewer needs. */
export interface ReviewFacts extends StatementColumns {
  readonly id: string;
  /** Older deposits from the same bank account; counted up to 1,000. */
  readonly completed: bigint;
  readonly failed: bigint;
  readonly last_at: Date | null;
  readonly last_paise: bigint | null;
  readonly last_status: DepositStatus | null;
  /** Whether no deposit of the tenant was ever credited. */
  readonly is_first: boolean;
  /** A deposit of any tenant that may be of the same transfer: `sameAmountDeposit`. */
  readonly same_amount_at: Date | null;
  readonly same_amount_utr: string | null;
  readonly same_amount_status: DepositStatus | null;
  readonly same_amount_tenant: string | null;
  /** Money of this amount that reached the tenant's virtual account within three days. */
  readonly arrived_at: Date | null;
  readonly arrived_utr: string | null;
  readonly arrived_state: "credited" | "suspense" | null;
  /** The day of a statement's debit line with this UTR, as `YYYY-MM-DD`. */
  readonly taken_back_on: string | null;
  /** When and why the bank account was revoked. */
  readonly revoked_at: Date | null;
  readonly revocation_reason: string | null;
  /** The last rejected deposit with the same UTR. */
  readonly rejected_at: Date | null;
  readonly rejected_note: string | null;
  readonly rejected_tenant: string | null;
}

/** One statement per page; every subquery uses an index and has a limit. */
export async function selectReviewFacts(
  db: Db,
  deposits: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, ReviewFacts>> {
  if (deposits.length === 0) return new Map();
  const deposit = sql.table("deposit");
  const { rows } = await sql<ReviewFacts>`
    select
      deposit.id,
      (
        select count(*) from (
          select from deposits as earlier
          where earlier.bank_account_id = deposit.bank_account_id
            and earlier.created_at < deposit.created_at and earlier.status = 'completed'
          limit 1000
        ) as counted
      ) as completed,
      (
        select count(*) from (
          select from deposits as earlier
          where earlier.bank_account_id = deposit.bank_account_id
            and earlier.created_at < deposit.created_at and earlier.status = 'failed'
          limit 1000
        ) as counted
      ) as failed,
      last.created_at as last_at,
      last.amount_paise as last_paise,
      last.status as last_status,
      not exists (
        select from deposits as credited
        where credited.tenant_id = deposit.tenant_id and credited.status = 'completed'
      ) as is_first,
      same_amount.created_at as same_amount_at,
      same_amount.utr_reference as same_amount_utr,
      same_amount.status as same_amount_status,
      same_amount.tenant as same_amount_tenant,
      arrived.sent_at as arrived_at,
      arrived.utr_reference as arrived_utr,
      arrived.state as arrived_state,
      (
        select to_char(max(line.booked_on), 'YYYY-MM-DD')
        from statement_debits as debit join statement_lines as line on line.id = debit.line_id
        where debit.utr_key = deposit.utr_key
      ) as taken_back_on,
      account.revoked_at,
      account.revocation_reason,
      statement.*,
      rejected.reviewed_at as rejected_at,
      rejected.review_note as rejected_note,
      rejected.tenant as rejected_tenant
    from deposits as deposit
    left join bank_accounts as account on account.id = deposit.bank_account_id
    left join lateral (
      select earlier.created_at, earlier.amount_paise, earlier.status
      from deposits as earlier
      where earlier.bank_account_id = deposit.bank_account_id
        and earlier.created_at < deposit.created_at
      order by earlier.created_at desc
      limit 1
    ) as last on true
    left join lateral (${sameAmountDeposit(deposit)}) as same_amount on true
    left join lateral (${virtualAccountCredit(deposit)}) as arrived on true
    left join lateral (
      select
        other.reviewed_at, other.review_note,
        case when other.tenant_id <> deposit.tenant_id then tenants.name end as tenant
      from deposits as other
      join tenants on tenants.id = other.tenant_id
      where other.utr_key = deposit.utr_key
        and other.status = 'failed' and other.id <> deposit.id
      order by other.reviewed_at desc
      limit 1
    ) as rejected on true
    left join lateral (${newestStatementLine(deposit)}) as statement on true
    where deposit.id = any(${deposits.map(({ id }) => id)}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
