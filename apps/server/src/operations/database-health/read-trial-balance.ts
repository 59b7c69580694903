import { ledgerAccounts, type LedgerAccount, type TrialBalance } from "@rokad/contract/books";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { sumAccounts } from "../../ledger/account-totals.ts";
import { sumWallets } from "../../ledger/ledger.ts";
import { explainAccounts, type Explanation } from "../float/explain-accounts.ts";
import { inr } from "../../kernel/money.ts";
import { totalHolds } from "../../payouts/requests/request-holds.ts";

/** Totals of every ledger account, with the totals that they must equal. */
export async function readTrialBalance(db: Db): Promise<TrialBalance> {
  const sums = await sumAccounts(db);
  const wallets = await sumWallets(db);
  const { rows } = await sql<{ count: number; paise: bigint }>`
    select count(*)::int as count,
      coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint as paise
    from payouts
    where id in (select payout_id from payout_queue) and status in ('pending', 'processing')
  `.execute(db);
  const open = rows[0] ?? { count: 0, paise: 0n };
  const requests = await totalHolds(db);
  const heldPaise = open.paise + requests.paise;
  const { rows: suspense } = await sql<{ count: number; paise: bigint }>`
    select count(*)::int as count, (
        coalesce(sum(amount_paise), 0) + ${suspenseAdjustments}
      )::bigint as paise
    from incoming_credits where state = 'suspense'
  `.execute(db);
  const inSuspense = suspense[0] ?? { count: 0, paise: 0n };
  const explanations: Partial<Record<LedgerAccount, Explanation>> = {
    ...(await explainAccounts(db, sums)),
    available: record("wallets", wallets.availablePaise, sums.available),
    held: record("open_payouts", heldPaise, sums.held),
    suspense: record("suspense_list", inSuspense.paise, sums.suspense),
  };
  return {
    accounts: ledgerAccounts.map((account) => ({
      account,
      sum: inr(sums[account]),
      document: documentOf(account, explanations[account]),
    })),
    total: inr(Object.values(sums).reduce((total, paise) => total + paise, 0n)),
    held: pair(sums.held, heldPaise),
    open_payouts: open.count,
    holding_requests: requests.count,
    wallets: pair(wallets.availablePaise, sums.available),
    wallet_count: wallets.count,
    suspense: pair(sums.suspense, inSuspense.paise),
    suspense_count: inSuspense.count,
    receivable: pair(wallets.receivablePaise, -sums.receivable),
    owing_count: wallets.owingCount,
  };
}

function record(kind: Explanation["kind"], figure: bigint, sum: bigint): Explanation {
  return { kind, figure, difference: sum - figure, day: null, note: null };
}

function documentOf(account: LedgerAccount, explanation: Explanation | undefined) {
  if (!explanation) throw new Error(`No document explains the account ${account}`);
  const { figure, difference, ...rest } = explanation;
  return {
    ...rest,
    figure: figure === null ? null : inr(figure),
    difference: difference === null ? null : inr(difference),
  };
}
/** What adjustments moved to suspense and have left there. */
const suspenseAdjustments = sql`coalesce((
  select sum(case 'suspense' when credit_account then amount_paise else -amount_paise end)
  from adjustments where state = 'posted' and 'suspense' in (debit_account, credit_account)
), 0)`;

function pair(left: bigint, right: bigint) {
  return { left: inr(left), right: inr(right), difference: inr(left - right) };
}
