import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { DepositStatus } from "./queries.ts";

/** What is known of the surroundings of one deposit. */
export interface ReviewFacts {
  readonly id: string;
  /** Of older deposits from the same bank account; counting stops at 1,000. */
  readonly completed: bigint;
  readonly failed: bigint;
  readonly last_at: Date | null;
  readonly last_paise: bigint | null;
  readonly last_status: DepositStatus | null;
  /** Whether anything of the tenant's was ever credited. */
  readonly is_first: boolean;
  /** A deposit of the same amount from the same account, of whatever tenant, within 24 hours. */
  readonly twin_at: Date | null;
  readonly twin_utr: string | null;
  readonly twin_status: DepositStatus | null;
  readonly twin_tenant: string | null;
  /** The last refused deposit with the same UTR. */
  readonly refused_at: Date | null;
  readonly refused_note: string | null;
  readonly refused_tenant: string | null;
}

/** One statement for a page, each of its parts by an index and with an end. */
export async function selectReviewFacts(
  db: Db,
  deposits: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, ReviewFacts>> {
  if (deposits.length === 0) return new Map();
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
        where credited.person_id = deposit.person_id and credited.status = 'completed'
      ) as is_first,
      twin.created_at as twin_at,
      twin.utr_reference as twin_utr,
      twin.status as twin_status,
      twin.tenant as twin_tenant,
      refused.reviewed_at as refused_at,
      refused.review_note as refused_note,
      refused.tenant as refused_tenant
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
    left join lateral (
      select
        other.created_at, other.utr_reference, other.status,
        case when other.person_id <> deposit.person_id then people.name end as tenant
      from bank_accounts as same
      join deposits as other on other.bank_account_id = same.id
      join people on people.id = other.person_id
      where same.account_number_hash = account.account_number_hash
        and same.ifsc_code = account.ifsc_code
        and other.id <> deposit.id
        and other.amount_paise = deposit.amount_paise
        and other.status <> 'failed'
        and other.created_at > deposit.created_at - interval '24 hours'
        and other.created_at < deposit.created_at + interval '24 hours'
      order by other.created_at
      limit 1
    ) as twin on true
    left join lateral (
      select
        other.reviewed_at, other.review_note,
        case when other.person_id <> deposit.person_id then people.name end as tenant
      from deposits as other
      join people on people.id = other.person_id
      where other.utr_reference = deposit.utr_reference
        and other.status = 'failed' and other.id <> deposit.id
      order by other.reviewed_at desc
      limit 1
    ) as refused on true
    where deposit.id = any(${deposits.map(({ id }) => id)}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
