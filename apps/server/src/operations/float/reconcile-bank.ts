import { addDays } from "@rokad/contract/days";
import type { BankAccountFloat, BankFloat, BankItems } from "@rokad/contract/float";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import {
  selectReceivingAccounts,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { inr, maskAccountNumber } from "../../kernel/money.ts";
import {
  paiseIn,
  sumReceivingAccount,
  sumReceivingAccounts,
  type BankScope,
  type ReceivedSums,
} from "../../ledger/sum-receiving-accounts.ts";
import { bankPostings, statementLines } from "./bank-records.ts";
import { readCoverage, type Coverage, type DayRange } from "./read-coverage.ts";

interface Closing {
  readonly day: string;
  readonly paise: bigint;
  readonly fileName: string | null;
  readonly recordedBy: string;
  readonly recordedAt: Date;
}

/**
 * Our books against the newest closing balance of each receiving account. Statement lines and
 * postings are matched by UTR, in any spelling; what has no counterpart explains the difference. Money
 * that moved on a day that no statement covers is taken to be in the balance, and the day is named.
 */
export async function reconcileBank(db: Db): Promise<BankFloat> {
  const [accounts, sums] = [await selectReceivingAccounts(db), await sumReceivingAccounts(db)];
  const named = [];
  for (const account of accounts) named.push(await reconcileAccount(db, account, sums));
  const total = named.reduce((paise, { books }) => paise + BigInt(books.amount), 0n);
  return {
    books: inr(sums.totalPaise),
    elsewhere: inr(sums.totalPaise - total),
    // An inactive account that is empty and was never compared has nothing to show.
    accounts: named.filter(
      ({ books, closing }, at) => accounts[at]?.isActive || books.amount !== 0 || closing,
    ),
  };
}

async function reconcileAccount(
  db: Db,
  account: ReceivingAccount,
  sums: ReceivedSums,
): Promise<BankAccountFloat> {
  const { id: accountId, hasEarlierEntries } = account;
  const scope = { accountId, hasEarlierEntries };
  const [closing, coverage] = [await readClosing(db, scope), await readCoverage(db, scope)];
  const shown = {
    id: accountId,
    label: account.label,
    bank_name: account.bankName,
    account_number: maskAccountNumber(account.accountNumber),
    books: inr(paiseIn(sums, scope)),
    covered_from: coverage?.from ?? null,
    uncovered: uncoveredUntil(coverage, closing?.day),
  };
  if (!closing) return { ...shown, closing: null, reconciliation: null };
  const then = await sumReceivingAccount(db, scope, addDays(closing.day, 1));
  const { statementOnly, booksOnly } = coverage
    ? await compare(db, scope, coverage, closing.day)
    : { statementOnly: none, booksOnly: none };
  const explained = then + paiseOf(statementOnly) - paiseOf(booksOnly);
  return {
    ...shown,
    closing: {
      day: closing.day,
      balance: inr(closing.paise),
      file_name: closing.fileName,
      recorded_by: closing.recordedBy,
      recorded_at: closing.recordedAt.toISOString(),
    },
    reconciliation: {
      books: inr(then),
      statement_only: statementOnly,
      books_only: booksOnly,
      unexplained: inr(closing.paise - explained),
    },
  };
}

/** The newest days until the closing balance that no statement covers. */
function uncoveredUntil(coverage: Coverage | undefined, to: string | undefined): DayRange[] {
  const last = coverage?.covered.at(-1);
  if (!coverage || !last || to === undefined) return [];
  const tail = last.to < to ? [{ from: addDays(last.to, 1), to }] : [];
  return [...coverage.uncovered, ...tail].slice(-limits.floatItemsShown);
}

const none: BankItems = { count: 0, total: inr(0n), first: [] };
const paiseOf = ({ total }: BankItems) => BigInt(total.amount);

async function readClosing(db: Db, { accountId }: BankScope): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`
    select to_char(day, 'YYYY-MM-DD') as day, balance_paise as paise, file_name as "fileName",
      people.name as "recordedBy", recorded_at as "recordedAt"
    from bank_balances as balance
    join people on people.id = recorded_by
    left join statement_imports on statement_imports.id = import_id
    where balance.receiving_account_id = ${accountId}
    order by balance.day desc, recorded_at desc, balance.id desc limit 1
  `.execute(db);
  return rows[0];
}

interface ItemRow {
  readonly isLine: boolean;
  readonly count: number;
  readonly total: bigint;
  readonly first: readonly {
    readonly day: string;
    readonly paise: number;
    readonly reference: string | null;
    readonly what: string;
  }[];
}

/**
 * Lines of the statements that no posting explains, with the sign that they have for the bank, and
 * postings of covered days that no line explains. Both sides become one list, in which a window over
 * each key sees who else has it. A join would search one side for each row of the other wherever
 * PostgreSQL expects few rows, and it can't know how many a new statement brings.
 */
async function compare(
  db: Db,
  scope: BankScope,
  { from, covered }: Coverage,
  to: string,
): Promise<Record<"statementOnly" | "booksOnly", BankItems>> {
  const days = `{${covered.map((range) => `[${range.from},${range.to}]`).join()}}`;
  const { rows } = await sql<ItemRow>`
    with records as (
      select true as is_line, id, booked_on as day, booked_on as moved_on, paise, reference,
        case when paise > 0 then 'Credit' else 'Debit' end as what, key
      from ${statementLines(scope, from, to)} as line
      left join lateral unnest(keys) as key on true
      union all
      select false, id::text, day, moved_on, paise, utr_reference, what, utr_key
      from ${bankPostings(scope, to)} as posting
    ), compared as (
      select *, key is not null and bool_or(is_line) over same_key
        and bool_or(not is_line) over same_key as is_matched
      from records window same_key as (partition by key, sign(paise))
    ), items as (
      select is_line, to_char(day, 'YYYY-MM-DD') as day, paise, reference, what,
        row_number() over (partition by is_line order by day desc, paise desc) as place
      from compared
      where is_line or ${days}::datemultirange @> moved_on
      group by is_line, id, day, paise, reference, what having not bool_or(is_matched)
    )
    select is_line as "isLine", count(*)::int as count, sum(paise)::bigint as total,
      json_agg(items order by place) filter (where place <= ${limits.floatItemsShown}) as first
    from items group by is_line
  `.execute(db);
  const of = (isLine: boolean) => itemsOf(rows.find((row) => row.isLine === isLine));
  return { statementOnly: of(true), booksOnly: of(false) };
}

function itemsOf(row: ItemRow | undefined): BankItems {
  if (!row) return none;
  return {
    count: row.count,
    total: inr(row.total),
    first: row.first.map(({ day, paise, reference, what }) => ({
      day,
      amount: inr(BigInt(paise)),
      reference,
      what,
    })),
  };
}
