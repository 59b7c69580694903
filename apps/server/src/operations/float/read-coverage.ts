import { addDays } from "@rokad/contract/days";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { BankScope } from "../../ledger/sum-receiving-accounts.ts";

/** First and last day, `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** What an account's imported statements with balances cover. */
export interface Coverage {
  /** The first day. */
  readonly from: string;
  /** In order, at least one. */
  readonly covered: readonly DayRange[];
  /** The days between them that no statement covers. */
  readonly uncovered: readonly DayRange[];
}

interface Statement extends DayRange {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
}

/**
 * Reads which days the statements cover. Days without lines between two statements are covered if the
 * later one opens with the balance with which the earlier one closed.
 * @returns undefined without a statement.
 */
export async function readCoverage(
  db: Db,
  { accountId }: BankScope,
): Promise<Coverage | undefined> {
  const { rows } = await sql<Statement>`
    select to_char(covers_from, 'YYYY-MM-DD') as from, to_char(day, 'YYYY-MM-DD') as to,
      opening_paise as "openingPaise", balance_paise as "closingPaise"
    from bank_balances
    where import_id is not null and receiving_account_id = ${accountId}
    order by covers_from, day, recorded_at, id
  `.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const covered: DayRange[] = [];
  const uncovered: DayRange[] = [];
  let current = first;
  for (const next of rows) {
    if (next.from <= current.to || next.openingPaise === current.closingPaise) {
      if (next.to >= current.to) current = { ...next, from: current.from };
    } else {
      covered.push(current);
      uncovered.push(daysBetween(current.to, next.from));
      current = next;
    }
  }
  return { from: first.from, covered: [...covered, current], uncovered };
}

/** Without a day between the two, the lines that are missing are on them. */
function daysBetween(last: string, first: string): DayRange {
  const between = { from: addDays(last, 1), to: addDays(first, -1) };
  return between.from <= between.to ? between : { from: last, to: first };
}
