import type { ExplanationKind } from "@rokad/contract/wallet-explanation";
import { noPostings, type KindTotal, type KindTotals } from "../../ledger/kind-totals.ts";

/** A line of an explanation, in paise. */
export interface ExplanationLine {
  readonly kind: ExplanationKind;
  /** Null for a part of other lines' postings. */
  readonly count: bigint | null;
  readonly credit: bigint;
  readonly debit: bigint;
}

/** The postings of a wallet: of payouts, of withdrawals, and all others with the payouts. */
export interface SplitTotals {
  readonly payouts: KindTotals;
  readonly withdrawals: KindTotals;
}

/** The available balance, from all postings of the wallet. */
export function balanceLines({ payouts, withdrawals }: SplitTotals): ExplanationLine[] {
  const of = read(payouts);
  return shown([
    creditLine("deposit", of("credit")),
    ...sentLines("payout", payouts),
    chargeLine("fee", payouts, "feePaise"),
    chargeLine("gst", payouts, "gstPaise"),
    ...sentLines("withdrawal", withdrawals),
    debitLine("request_on_hold", openRequests(of)),
    bothLine("request_ended", of("request_release")),
    ...adjustingLines(of),
  ]);
}

/** The balance on hold, from all postings of the wallet. */
export function heldLines({ payouts, withdrawals }: SplitTotals): ExplanationLine[] {
  return shown([
    creditLine("payout_on_hold", openPayouts(read(payouts))),
    creditLine("withdrawal_on_hold", openPayouts(read(withdrawals))),
    creditLine("request_on_hold", openRequests(read(payouts))),
  ]);
}

/** What a period changed of the available balance: the lines of its statement by kind. */
export function flowLines({ payouts, withdrawals }: SplitTotals): ExplanationLine[] {
  const of = read(payouts);
  return shown([
    creditLine("deposit", of("credit")),
    ...movedLines("payout", payouts),
    ...movedLines("withdrawal", withdrawals),
    debitLine("request_hold", of("request_hold")),
    creditLine("request_release", of("request_release")),
    ...adjustingLines(of),
  ]);
}

type Read = (kind: keyof KindTotals) => KindTotal;
type Amount = Pick<KindTotal, "count" | "totalPaise">;

function read(totals: KindTotals): Read {
  return (kind) => totals[kind] ?? noPostings;
}

/** What was paid, without its charges, and what is on hold or came back. */
function sentLines(what: "payout" | "withdrawal", totals: KindTotals): ExplanationLine[] {
  const of = read(totals);
  const paid = of("settle");
  const returned = [of("reverse"), of("partial_return")];
  return [
    debitLine(`${what}_paid`, { count: paid.count, totalPaise: paid.providerPaise }),
    creditLine(`${what}_returned`, {
      count: sum(returned, "count"),
      totalPaise: -sum(returned, "providerPaise"),
    }),
    debitLine(`${what}_on_hold`, openPayouts(of)),
    bothLine(`${what}_failed`, of("release")),
  ];
}

/** What was sent in a period and what came back in it, each with its charges. */
function movedLines(what: "payout" | "withdrawal", totals: KindTotals): ExplanationLine[] {
  const of = read(totals);
  const returned = [of("reverse"), of("partial_return")];
  return [
    debitLine(what, of("hold")),
    creditLine(`${what}_returned`, {
      count: sum(returned, "count"),
      totalPaise: sum(returned, "totalPaise"),
    }),
    creditLine(`${what}_failed`, of("release")),
  ];
}

function chargeLine(
  kind: "fee" | "gst",
  totals: KindTotals,
  charge: "feePaise" | "gstPaise",
): ExplanationLine {
  const of = read(totals);
  const refunded = sum([of("reverse"), of("partial_return")], charge);
  return { kind, count: null, credit: -refunded, debit: of("settle")[charge] };
}

function adjustingLines(of: Read): ExplanationLine[] {
  return [
    mixedLine("correction", of("adjust_credit"), of("adjust_debit")),
    mixedLine("owed", of("owe"), of("repay")),
    debitLine("set_aside", of("set_aside")),
  ];
}

/** Held, and neither paid nor released. */
function openPayouts(of: Read): Amount {
  return less(of("hold"), of("settle"), of("release"));
}

function openRequests(of: Read): Amount {
  return less(of("request_hold"), of("request_release"));
}

function less(from: Amount, ...others: readonly Amount[]): Amount {
  return {
    count: from.count - sum(others, "count"),
    totalPaise: from.totalPaise - sum(others, "totalPaise"),
  };
}

function creditLine(kind: ExplanationKind, { count, totalPaise }: Amount): ExplanationLine {
  return { kind, count, credit: totalPaise, debit: 0n };
}

function debitLine(kind: ExplanationKind, { count, totalPaise }: Amount): ExplanationLine {
  return { kind, count, credit: 0n, debit: totalPaise };
}

/** Money that left the balance and came back. */
function bothLine(kind: ExplanationKind, { count, totalPaise }: Amount): ExplanationLine {
  return { kind, count, credit: totalPaise, debit: totalPaise };
}

function mixedLine(kind: ExplanationKind, credits: Amount, debits: Amount): ExplanationLine {
  return {
    kind,
    count: credits.count + debits.count,
    credit: credits.totalPaise,
    debit: debits.totalPaise,
  };
}

function sum<K extends string>(list: readonly Readonly<Record<K, bigint>>[], key: K): bigint {
  return list.reduce((total, each) => total + each[key], 0n);
}

function shown(lines: readonly ExplanationLine[]): ExplanationLine[] {
  return lines.filter(({ count, credit, debit }) => count || credit !== 0n || debit !== 0n);
}
