import { sql } from "kysely";
import { plainUtr } from "../receiving-bank.ts";
import type { InvariantResult, Records } from "../records.ts";

export const balanceInvariants = {
  providers: "our books say what we have with each provider, to the paisa",
  topUps: "every top-up is one transfer of its receiving account, to the paisa and once",
  accounts: "our books of each receiving account are what its bank received and sent for us",
  trialBalance: "the trial balance agrees with every document outside the ledger",
} as const;

/** Compares the platform's own money with the books of the banks. */
export async function verifyBalances(records: Records): Promise<InvariantResult[]> {
  return [await verifyProviders(records), await verifyTopUps(records), verifyTrialBalance(records)];
}

/** Compares what is posted for each provider with the balance in its own books. */
async function verifyProviders({ db, banks }: Records): Promise<InvariantResult> {
  const { rows } = await sql<{ bank: string; paise: bigint; charges: bigint }>`
    select coalesce(
        payouts.adapter, fund_transfers.adapter, provider_charges.adapter, adjustments.adapter
      ) as bank,
      -sum(entry.amount_paise)::bigint as paise,
      count(*) filter (where posting.kind = 'expense') as charges
    from ledger_postings as posting
    join ledger_entries as entry on entry.posting_id = posting.id and account = 'provider'
    left join payout_reversals as part on part.id = subject_id and posting.kind = 'partial_return'
    left join payouts on payouts.id = coalesce(part.payout_id, subject_id)
    left join fund_transfers on fund_transfers.id = subject_id
    left join provider_charges on provider_charges.id = subject_id
    left join adjustments on adjustments.id = subject_id
    group by 1
  `.execute(db);
  const paiseOf = new Map(rows.map(({ bank, paise }) => [bank, paise]));
  const charges = rows.reduce((sum, row) => sum + row.charges, 0n);
  return {
    invariant: balanceInvariants.providers,
    checked: `${banks.balances.length} providers, ${charges} charges`,
    violations: banks.balances.flatMap(({ bank, closingPaise }) => {
      const ours = paiseOf.get(bank) ?? 0n;
      return ours === BigInt(closingPaise)
        ? []
        : [`${bank}: ${ours} paise in our books, it says ${closingPaise}`];
    }),
  };
}

/** Compares the recorded transfers to providers with what left the receiving accounts. */
async function verifyTopUps({ db, banks }: Records): Promise<InvariantResult> {
  const { rows } = await sql<{ utr: string; described: string }>`
    select utr_reference as utr,
      coalesce(receiving_account_id::text, 'none') || ' ' || adapter || ' ' || amount_paise as described
    from fund_transfers where source = 'bank' and corrects_id is null and corrected_at is null
  `.execute(db);
  const ours = Map.groupBy(rows, ({ utr }) => plainUtr(utr));
  const theirs = new Map(banks.sent.map((one) => [plainUtr(one.utr), one]));
  return {
    invariant: balanceInvariants.topUps,
    checked: `${rows.length} transfers, ${banks.sent.length} top-ups`,
    violations: [
      ...banks.sent.flatMap(({ utr, account, bank, paise }) => {
        const recorded = (ours.get(plainUtr(utr)) ?? []).map(({ described }) => described);
        const expected = `${account} ${bank} ${paise}`;
        return recorded.length === 1 && recorded[0] === expected
          ? []
          : [`${utr}: ${recorded.join(" and ") || "nothing"} instead of ${expected}`];
      }),
      ...[...ours.keys()]
        .filter((utr) => !theirs.has(utr))
        .map((utr) => `${utr} left no receiving account`),
    ],
  };
}

/**
 * Compares the sum of each receiving account with what its bank received and we credited, less what
 * it sent and we recorded, and with what it did that we corrected. A backup may contain less than the
 * bank.
 */
export async function verifyAccounts({ db, banks }: Records): Promise<InvariantResult> {
  const { rows: known } = await sql<{ utr: string }>`
    select utr_reference as utr from deposits
    where status = 'completed' and arrived_in_id is not null
    union
    select utr_reference from fund_transfers where receiving_account_id is not null
  `.execute(db);
  const { rows: sums } = await sql<{ account: string; paise: bigint }>`
    select receiving_account_id as account, -sum(amount_paise)::bigint as paise
    from ledger_entries where receiving_account_id is not null group by 1
  `.execute(db);
  const { rows: posted } = await sql<{ id: string }>`
    select id from adjustments where state = 'posted'
  `.execute(db);
  const postedIds = new Set(posted.map(({ id }) => id));
  const corrections = banks.accountCorrections.filter((one) => postedIds.has(one.adjustment));
  const knownUtrs = new Set(known.map(({ utr }) => plainUtr(utr)));
  const paise = (list: readonly { readonly paise: number }[]) =>
    list.reduce((sum, one) => sum + BigInt(one.paise), 0n);
  const { received, sent } = banks;
  return {
    invariant: balanceInvariants.accounts,
    checked: `${sums.length} accounts, ${paise(received)} paise received, ${paise(sent)} sent, ${corrections.length} corrections`,
    violations: sums.flatMap(({ account, paise: ours }) => {
      const isOwn = (one: { readonly account: string; readonly utr: string }) =>
        one.account === account && knownUtrs.has(plainUtr(one.utr));
      const corrected = corrections.filter((one) => one.account === account);
      const theirs = paise(received.filter(isOwn)) - paise(sent.filter(isOwn)) + paise(corrected);
      return ours === theirs
        ? []
        : [`${account}: ${ours} paise in our books, ${theirs} at its bank`];
    }),
  };
}

/** The figures that the Books page showed at the end, against the balances of the banks. */
function verifyTrialBalance({ trialBalance, banks }: Records): InvariantResult {
  const documents = trialBalance.accounts.map(({ account, document }) => ({
    account,
    ...document,
  }));
  const statements = banks.accounts.reduce((sum, { closingPaise }) => sum + closingPaise, 0);
  const reported = banks.balances.find(({ bank }) => bank === "razorpayx")?.closingPaise;
  const figures: Readonly<Record<string, number | undefined>> = {
    bank: statements,
    provider: reported,
  };
  return {
    invariant: balanceInvariants.trialBalance,
    checked: `${documents.length} accounts, ${statements} paise in bank accounts`,
    violations: [
      ...(trialBalance.total.amount === 0 ? [] : [`the sum is ${trialBalance.total.amount}`]),
      ...documents.flatMap(({ account, figure, difference }) => {
        const expected = figures[account] ?? figure?.amount;
        if (figure === null || difference === null) return [`${account} has no document`];
        if (figure.amount !== expected) return [`${account}: ${figure.amount}, not ${expected}`];
        return difference.amount === 0
          ? []
          : [`${account} differs from its document by ${difference.amount} paise`];
      }),
    ],
  };
}
