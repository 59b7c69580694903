import type { ExplainedFigure, WalletExplanation } from "@rokad/contract/wallet-explanation";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as kindTotals from "../../ledger/kind-totals.ts";
import { findLastVerification } from "../../ledger/last-verification.ts";
import * as ledger from "../../ledger/ledger.ts";
import { findEntryRange, readRangeBalances, type EntryRange } from "../../ledger/statement.ts";
import {
  balanceLines,
  flowLines,
  heldLines,
  type ExplanationLine,
  type SplitTotals,
} from "./explanation-lines.ts";
import { totalMovements, type WalletTotals } from "./total-movements.ts";

interface Figure {
  readonly figure: ExplainedFigure;
  /** Days in Asia/Kolkata, both inclusive: of a flow. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A figure and the lines that must add up to it, in paise. */
interface Sums {
  readonly openingPaise: bigint;
  readonly closingPaise: bigint;
  readonly lines: readonly ExplanationLine[];
  readonly period?: { readonly from: string; readonly to: string; readonly counted: WalletTotals };
}

/**
 * The postings by kind that add up to a figure, and when the books were last verified. One snapshot,
 * so that a payout that is made meanwhile is in all of it or in nothing. Lines that do not add up are
 * shown with the difference.
 */
export async function explainFigure(tenant: Tenant, figure: Figure): Promise<WalletExplanation> {
  return readSnapshot(
    async (db) => {
      const sums = await readSums(db, tenant, figure);
      return describe(figure.figure, sums, await readBooks(db));
    },
    { from: await replicaOrPrimary() },
  );
}

function readSums(db: Db, tenant: Tenant, { figure, from, to }: Figure): Promise<Sums> {
  if (figure !== "flow") return readBalance(db, tenant, figure);
  if (from === undefined || to === undefined) throw new Error("A flow has a period");
  return readFlow(db, tenant, { from, to });
}

async function readBalance(db: Db, tenant: Tenant, figure: "balance" | "held"): Promise<Sums> {
  const { availablePaise, heldPaise } = await ledger.balance(db, tenant.tenantId);
  const totals = await splitTotals(db, tenant, await kindTotals.sumKinds(db, tenant.tenantId));
  return figure === "held"
    ? { openingPaise: 0n, closingPaise: heldPaise, lines: heldLines(totals) }
    : { openingPaise: 0n, closingPaise: availablePaise, lines: balanceLines(totals) };
}

/**
 * From the daily totals, or like the statement from the entries where those do not add up: also where
 * the clocks of two servers differ around midnight.
 */
async function readFlow(db: Db, tenant: Tenant, days: kindTotals.Days): Promise<Sums> {
  const range = await findEntryRange(db, tenant.tenantId, startOfDay(days.from), endOfDay(days.to));
  const balances = await readRangeBalances(db, range);
  const counted = await totalMovements(db, tenant, days);
  const sumsOf = async (all: kindTotals.KindTotals, within: kindTotals.Days | EntryRange) => ({
    ...balances,
    lines: flowLines(await splitTotals(db, tenant, all, within)),
    period: { ...days, counted },
  });
  const fromDays = await sumsOf(await kindTotals.sumKinds(db, tenant.tenantId, days), days);
  if (differenceOf(fromDays) === 0n) return fromDays;
  return sumsOf(await kindTotals.sumKindsOfEntries(db, range), range);
}

/** The daily totals count withdrawals as payouts. There are few, and an index finds them. */
async function splitTotals(
  db: Db,
  { tenantId: id }: Tenant,
  all: kindTotals.KindTotals,
  within?: kindTotals.Days | EntryRange,
): Promise<SplitTotals> {
  const subjects = sql`
    with withdrawal as (
      select id from payouts where tenant_id = ${id} and payout_kind = 'withdrawal'
    )
    select id from withdrawal
    union all
    select part.id from withdrawal
    join payout_reversals as part on part.payout_id = withdrawal.id and is_partial
  `;
  const withdrawals = await kindTotals.sumKindsOfSubjects(db, id, subjects, within);
  return { payouts: kindTotals.subtractKinds(all, withdrawals), withdrawals };
}

async function readBooks(db: Db): Promise<WalletExplanation["books"]> {
  const last = await findLastVerification(db);
  if (!last) return { state: "unverified", verified_at: null };
  return {
    state: last.faultCount > 0 ? "faulty" : "verified",
    verified_at: last.at.toISOString(),
  };
}

function describe(
  figure: ExplainedFigure,
  sums: Sums,
  books: WalletExplanation["books"],
): WalletExplanation {
  const { openingPaise, closingPaise, lines, period } = sums;
  const { credits, debits } = totalsOf(lines);
  const difference = differenceOf(sums);
  return {
    figure,
    from: period?.from ?? null,
    to: period?.to ?? null,
    opening_balance: inr(openingPaise),
    lines: lines.map(({ kind, count, credit, debit }) => ({
      kind,
      // Below zero only in wrong books, which the difference names.
      count: count === null ? null : Math.max(0, Number(count)),
      credit: inr(credit),
      debit: inr(debit),
    })),
    total_credits: inr(credits),
    total_debits: inr(debits),
    closing_balance: inr(closingPaise),
    adds_up: difference === 0n,
    difference: inr(difference),
    wallet_history: period
      ? { total_credits: inr(period.counted.credits), total_debits: inr(period.counted.debits) }
      : null,
    books,
  };
}

function totalsOf(lines: readonly ExplanationLine[]) {
  const sum = (side: "credit" | "debit") => lines.reduce((total, line) => total + line[side], 0n);
  return { credits: sum("credit"), debits: sum("debit") };
}

/** What of the closing balance the opening balance and the lines do not explain. */
function differenceOf({ openingPaise, closingPaise, lines }: Omit<Sums, "period">): bigint {
  const { credits, debits } = totalsOf(lines);
  return closingPaise - (openingPaise + credits - debits);
}
