import type { AccountDocument } from "@rokad/contract/books";
import { todayInIndia } from "@rokad/contract/fields";
import { providerLabel } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Account } from "../../ledger/account-totals.ts";
import { rupees } from "../../kernel/money.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { expectedPaise, explainedPaise, readProviderBooks } from "./read-provider-books.ts";
import { reconcileBank } from "./reconcile-bank.ts";
import { selectReading } from "./show-float.ts";

/** The document that explains an account, in paise. */
export interface Explanation {
  readonly kind: AccountDocument;
  readonly figure: bigint | null;
  /** The part of the account that the document does not explain. */
  readonly difference: bigint | null;
  readonly day: string | null;
  readonly note: string | null;
}

/** The document outside the ledger of each of the platform's own accounts. */
export async function explainAccounts(
  db: Db,
  sums: Readonly<Record<Account, bigint>>,
): Promise<Readonly<Partial<Record<Account, Explanation>>>> {
  const records = await sumRecords(db);
  const of = (account: Account, kind: AccountDocument, figure: bigint): Explanation => ({
    kind,
    figure,
    difference: sums[account] - figure,
    day: null,
    note: null,
  });
  return {
    bank: await explainBank(db),
    provider: await explainProviders(db, records.provider_adjusted),
    fee_income: of("fee_income", "fee_report", records.fee),
    gst_payable: of("gst_payable", "gst_report", records.gst),
    provider_fees: of("provider_fees", "provider_charges", -records.provider_fee),
    input_tax_credit: of("input_tax_credit", "provider_charges", -records.provider_tax),
    own_funds: of("own_funds", "transfers", records.own_funds),
    receivable: of("receivable", "wallets", -records.owed),
    losses: of("losses", "adjustments", records.losses),
    unclaimed: of("unclaimed", "closed_accounts", records.unclaimed),
  };
}

interface RecordSums {
  readonly fee: bigint;
  readonly gst: bigint;
  readonly provider_fee: bigint;
  readonly provider_tax: bigint;
  readonly own_funds: bigint;
  readonly owed: bigint;
  readonly losses: bigint;
  readonly unclaimed: bigint;
  /** What adjustments moved on the provider account that name no provider: those from before. */
  readonly provider_adjusted: bigint;
}

/** The sums of the records, from rollups where there are many: none of them reads the ledger. */
async function sumRecords(db: Db): Promise<RecordSums> {
  const { rows } = await sql<RecordSums>`
    with adjusted as (
      select account, adapter is not null as names_provider, sum(paise) as paise
      from adjustments cross join lateral (values
        (debit_account, -amount_paise), (credit_account, amount_paise)
      ) as line (account, paise)
      where state = 'posted' group by 1, 2
    ), moved as (
      select coalesce(sum(paise) filter (where account = 'fee_income'), 0) as fee,
        coalesce(sum(paise) filter (where account = 'gst_payable'), 0) as gst,
        coalesce(sum(paise) filter (where account = 'losses'), 0) as losses,
        coalesce(sum(paise) filter (where account = 'provider' and not names_provider), 0) as provider
      from adjusted
    )
    select (coalesce(fees.fee, 0) + moved.fee)::bigint as fee,
      (coalesce(fees.gst, 0) + moved.gst)::bigint as gst,
      coalesce(charges.fee, 0)::bigint as provider_fee, coalesce(charges.tax, 0)::bigint as provider_tax,
      coalesce(transfers.paise, 0)::bigint as own_funds,
      moved.losses::bigint as losses, moved.provider::bigint as provider_adjusted,
      coalesce((
        select sum(receivable_paise) from wallets where receivable_paise > 0
      ), 0)::bigint as owed,
      coalesce((
        select sum(set_aside_paise) from tenant_closings where set_aside_paise > 0
      ), 0)::bigint as unclaimed
    from moved, (
      select sum(earned_fee_paise) as fee, sum(earned_gst_paise) as gst from all_payout_day_parts
    ) as fees, (
      select sum(fee_paise) as fee, sum(tax_paise) as tax from provider_charge_days
    ) as charges, (
      select sum(case when source = 'own_funds' then amount_paise else -amount_paise end) as paise
      from fund_transfers where 'own_funds' in (source, destination)
    ) as transfers
  `.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error("The records could not be summed");
  return sums;
}

/** The closing balances of the receiving accounts together, as of the oldest. */
async function explainBank(db: Db): Promise<Explanation> {
  const { accounts, elsewhere } = await reconcileBank(db);
  const kind = "bank_statement";
  const compared = accounts.flatMap(({ closing, reconciliation }) =>
    closing && reconciliation ? [{ closing, reconciliation }] : [],
  );
  const silent = accounts
    .filter(({ closing, books }) => !closing && books.amount !== 0)
    .map(({ label }) => label);
  const notes = [
    silent.length > 0 && `No closing balance of ${silent.join(", ")}`,
    elsewhere.amount !== 0 && `${formatMoney(elsewhere)} in no receiving account`,
  ].filter((note) => note !== false);
  if (compared.length === 0)
    return { kind, figure: null, difference: null, day: null, note: "No closing balance yet" };
  const sum = (paiseOf: (each: (typeof compared)[number]) => number) =>
    BigInt(compared.reduce((total, each) => total + paiseOf(each), 0));
  return {
    kind,
    figure: sum(({ closing }) => closing.balance.amount),
    // Differences that cancel each other out are differences all the same.
    difference:
      sum(({ reconciliation }) => reconciliation.unexplained.amount) ||
      sum(({ reconciliation }) => Math.abs(reconciliation.unexplained.amount)),
    day: compared.map(({ closing }) => closing.day).toSorted()[0] ?? null,
    note: notes.join(", ") || null,
  };
}

/**
 * The providers' balances together, as of the oldest of their readings. What adjustments moved without
 * naming a provider is explained by no reading.
 */
async function explainProviders(db: Db, adjustedPaise: bigint): Promise<Explanation> {
  const readings = [];
  const silent: string[] = [];
  for (const { name, accountCredits } of configuredProviders()) {
    const reading = await selectReading(db, name, { isStill: true });
    if (reading) readings.push(reading);
    else {
      const books = await readProviderBooks(
        name,
        { listsCredits: accountCredits !== undefined },
        db,
      );
      if (expectedPaise(books) !== 0n) silent.push(providerLabel(name));
    }
  }
  const notes = [
    silent.length > 0 && `No balance of ${silent.join(", ")}`,
    adjustedPaise !== 0n && `${rupees(adjustedPaise)} by adjustments without a provider`,
  ].filter((each) => each !== false);
  const note = notes.join(", ") || null;
  const kind = "provider_balances";
  if (readings.length === 0) return { kind, figure: null, difference: null, day: null, note };
  const oldest = Math.min(...readings.map((reading) => reading.read_at.getTime()));
  return {
    kind,
    figure: readings.reduce((sum, reading) => sum + reading.reported_paise, 0n),
    difference: readings.reduce(
      (sum, reading) => sum + reading.reported_paise - explainedPaise(reading),
      adjustedPaise,
    ),
    day: todayInIndia(new Date(oldest)),
    note,
  };
}
