import { sql } from "kysely";
import type { Db } from "../../database/db.ts";

/** Facts about one account in other requests that a reviewer needs. */
export interface ReviewFacts {
  readonly id: string;
  /** Names of up to three other tenants with the same account at the same bank. */
  readonly others: readonly string[];
  /** The last rejection of the same account of the same tenant. */
  readonly rejected_at: Date | null;
  readonly rejected_note: string | null;
  /** The last revocation of the same account of the same tenant. */
  readonly revoked_at: Date | null;
  readonly revocation_reason: string | null;
}

/** One statement per page; every subquery uses an index and has a limit. */
export async function selectReviewFacts(
  db: Db,
  accounts: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, ReviewFacts>> {
  if (accounts.length === 0) return new Map();
  const { rows } = await sql<ReviewFacts>`
    select
      account.id,
      array(
        select tenants.name
        from bank_accounts as other
        join tenants on tenants.id = other.tenant_id
        where other.account_number_hash = account.account_number_hash
          -- A number is unique within a bank, so any branch's IFSC of that bank matches.
          and left(other.ifsc_code, 4) = left(account.ifsc_code, 4)
          and other.tenant_id <> account.tenant_id
          and other.status in ('pending', 'approved')
        order by other.created_at
        limit 3
      ) as others,
      rejected.reviewed_at as rejected_at,
      rejected.review_note as rejected_note,
      revoked.revoked_at,
      revoked.revocation_reason
    from bank_accounts as account
    left join lateral (
      select other.reviewed_at, other.review_note
      from bank_accounts as other
      where other.account_number_hash = account.account_number_hash
        and other.tenant_id = account.tenant_id
        and other.status = 'rejected' and other.id <> account.id
      order by other.reviewed_at desc
      limit 1
    ) as rejected on true
    left join lateral (
      select other.revoked_at, other.revocation_reason
      from bank_accounts as other
      where other.account_number_hash = account.account_number_hash
        and other.tenant_id = account.tenant_id
        and other.status = 'revoked' and other.id <> account.id
      order by other.revoked_at desc
      limit 1
    ) as revoked on true
    where account.id = any(${accounts.map(({ id }) => id)}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
