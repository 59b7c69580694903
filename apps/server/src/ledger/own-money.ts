import { sql } from "kysely";
import type { Tx } from "../database/db.ts";
import { unnestRows, type RowOf } from "../database/unnest-rows.ts";
import { now } from "../kernel/clock.ts";
import type { Line, OwnMoneyKind, Posting } from "./posting.ts";
import { writePostings } from "./write-postings.ts";

/** Where the platform's own money is: a side of a transfer. */
export type FundAccount = "bank" | "provider" | "own_funds";

/** A transfer of the platform's own money, in paise. */
export interface FundTransfer {
  /** Id of the row of `fund_transfers`. */
  readonly transferId: string;
  readonly source: FundAccount;
  readonly destination: FundAccount;
  /** The receiving account on the bank's side; null without one. */
  readonly receivingAccountId: string | null;
  readonly amountPaise: bigint;
}

/**
 * A provider's charge in paise, tax apart, or the correction of one. Both are negative for money that
 * the provider gave back.
 */
export interface ProviderCharge {
  /** Id of the row of `provider_charges`. */
  readonly chargeId: string;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
}

/**
 * Money moved between our bank account, a provider and our own funds: source + (we have less there),
 * destination − (we have more). Possible once per row; call it after the row is written, because a
 * posting's id must be created after its transaction has a transaction id.
 */
export function transfer(db: Tx, list: readonly FundTransfer[]): Promise<void> {
  const postings = list.map(({ transferId, source, destination, amountPaise, ...rest }) => {
    const line = (account: FundAccount, paise: bigint): Line => ({
      account,
      paise,
      ...(account === "bank" && { receivingAccountId: rest.receivingAccountId }),
    });
    return postingOf("transfer", transferId, [
      line(source, amountPaise),
      line(destination, -amountPaise),
    ]);
  });
  return writeOwnMoney(db, postings);
}

/**
 * A provider charged for payouts: our money with it became less by fee and tax. The fee is an
 * expense, and the tax a credit against the GST that we owe. Possible once per row.
 */
export function expense(db: Tx, list: readonly ProviderCharge[]): Promise<void> {
  const postings = list.map(({ chargeId, feePaise, taxPaise }) =>
    postingOf("expense", chargeId, [
      { account: "provider", paise: feePaise + taxPaise },
      { account: "provider_fees", paise: -feePaise },
      { account: "input_tax_credit", paise: -taxPaise },
    ]),
  );
  return writeOwnMoney(db, postings);
}

/** An entry is never zero, so a charge without tax has no line for it. */
function postingOf(kind: OwnMoneyKind, subjectId: string, lines: readonly Line[]): Posting {
  return { kind, subjectId, walletId: null, lines: lines.filter((line) => line.paise !== 0n) };
}

async function writeOwnMoney(db: Tx, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const at = now();
  await writePostings(db, new Map(), postings, at);
  await addToDays(db, postings, at);
}

const dayColumns = { kind: "text", account: "text", credit: "bigint", debit: "bigint" } as const;

/** Rows are written in key order, so that two transactions wait for each other and never deadlock. */
async function addToDays(db: Tx, postings: readonly Posting[], at: Date): Promise<void> {
  const rows: RowOf<typeof dayColumns>[] = postings.flatMap(({ kind, lines }) =>
    lines.map(({ account, paise }) => ({
      kind,
      account,
      credit: paise > 0n ? paise : 0n,
      debit: paise < 0n ? -paise : 0n,
    })),
  );
  await sql`
    insert into ledger_platform_days as stored (day, kind, account, credit_paise, debit_paise)
    select (${at}::timestamptz at time zone 'Asia/Kolkata')::date, kind, account, sum(credit),
      sum(debit)
    from ${unnestRows("moved", dayColumns, rows)}
    group by kind, account order by kind, account
    on conflict (day, kind, account) do update set
      credit_paise = stored.credit_paise + excluded.credit_paise,
      debit_paise = stored.debit_paise + excluded.debit_paise
  `.execute(db);
}
