import { sql } from "kysely";
import type { Db } from "../database/db.ts";
import { sumAccounts } from "./account-totals.ts";

/** What was received, less what was returned to its senders or transferred, in paise. */
export interface ReceivedSums {
  /** The `bank` account: the sum of the others. */
  readonly totalPaise: bigint;
  /** Of entries that name a receiving account. */
  readonly byAccount: ReadonlyMap<string, bigint>;
  /** On virtual accounts that settle into no receiving account. */
  readonly elsewherePaise: bigint;
  /** The rest: entries from before the receiving accounts had entries of their own. */
  readonly earlierPaise: bigint;
}

/** A receiving account, and whether bank entries that name no account are its own. */
export interface BankScope {
  readonly accountId: string;
  readonly hasEarlierEntries: boolean;
}

/**
 * A condition on `adjustments` that name no receiving account: whether they correct a deposit whose
 * money is on a virtual account that settles into none. A deposit has at most one credit.
 */
export const isOnVirtualAccount = sql`coalesce((
  select credit.receiving_account_id is null from incoming_credits as credit
  where credit.deposit_id = adjustments.deposit_id
), false)`;

/**
 * Splits the `bank` account by receiving account. Reads one index of the entries that name an
 * account; the total comes from the daily totals.
 * @param before the day in India before which entries count, `YYYY-MM-DD`; all of them without it.
 */
export async function sumReceivingAccounts(db: Db, before?: string): Promise<ReceivedSums> {
  const end = endOf(before);
  const [{ bank }, named, virtual, taken] = await Promise.all([
    sumAccounts(db, before),
    sql<{ id: string; paise: bigint }>`
      select receiving_account_id as id, -sum(amount_paise)::bigint as paise
      from ledger_entries where receiving_account_id is not null and created_at < ${end} group by 1
    `.execute(db),
    sql<{ paise: bigint }>`
      select coalesce(sum(amount_paise), 0)::bigint as paise from incoming_credits
      where receiving_account_id is null and created_at < ${end}
        and (state in ('credited', 'suspense', 'assigned') or decided_at >= ${end})
    `.execute(db),
    sql<{ paise: bigint }>`
      select coalesce(sum(
        case credit_account when 'bank' then amount_paise else -amount_paise end
      ), 0)::bigint as paise
      from adjustments
      where state = 'posted' and 'bank' in (debit_account, credit_account)
        and receiving_account_id is null and closed_at < ${end} and ${isOnVirtualAccount}
    `.execute(db),
  ]);
  const byAccount = new Map(named.rows.map(({ id, paise }) => [id, paise]));
  const elsewherePaise = (virtual.rows[0]?.paise ?? 0n) - (taken.rows[0]?.paise ?? 0n);
  const namedPaise = [...byAccount.values()].reduce((sum, paise) => sum + paise, 0n);
  const totalPaise = -bank;
  return {
    totalPaise,
    byAccount,
    elsewherePaise,
    earlierPaise: totalPaise - namedPaise - elsewherePaise,
  };
}

/**
 * What one receiving account had before a day in India. Only the account with the earlier entries
 * needs the sums of all the others.
 */
export async function sumReceivingAccount(
  db: Db,
  scope: BankScope,
  before: string,
): Promise<bigint> {
  if (scope.hasEarlierEntries) return paiseIn(await sumReceivingAccounts(db, before), scope);
  const { rows } = await sql<{ paise: bigint }>`
    select coalesce(-sum(amount_paise), 0)::bigint as paise from ledger_entries
    where receiving_account_id = ${scope.accountId} and created_at < ${endOf(before)}
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

/** What a receiving account has by the sums, in paise. */
export function paiseIn(sums: ReceivedSums, { accountId, hasEarlierEntries }: BankScope): bigint {
  return (sums.byAccount.get(accountId) ?? 0n) + (hasEarlierEntries ? sums.earlierPaise : 0n);
}

const endOf = (before: string | undefined) => sql`coalesce(
  ${before ?? null}::date::timestamp at time zone 'Asia/Kolkata', 'infinity'::timestamptz
)`;
