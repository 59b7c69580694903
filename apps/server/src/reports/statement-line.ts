import type { StatementLine, statementKinds } from "@rokad/contract/reports";
import type { Db } from "../db.ts";
import type { StatementEntry } from "../ledger/statement.ts";
import { inr, maskedEnd, rupees } from "../money.ts";
import { shownDestination } from "../payouts/destination.ts";
import type { Tenant } from "../sign-in/person.ts";
import { depositsBehind, payoutsBehind, type DepositFacts, type PayoutFacts } from "./queries.ts";

/** A ledger entry with what it was about, in the words of a statement. */
export interface Line extends StatementEntry {
  readonly what: (typeof statementKinds)[number];
  readonly particulars: string;
  /** Where the money went or came from and what was charged, or why it came back. */
  readonly detail: string | null;
  readonly reference: string | null;
  readonly utr: string | null;
  /** The account as screens show it, or the UPI id. */
  readonly account: string | null;
  readonly ifsc: string | null;
  readonly bank: string | null;
  /** Set where the entry is a payout's. */
  readonly payout: PayoutFacts | undefined;
}

/** Says of each entry what it was, with one query for the payouts and one for the deposits. */
export async function describeEntries(
  db: Db,
  tenant: Tenant,
  entries: readonly StatementEntry[],
): Promise<Line[]> {
  const [credits, others] = [
    entries.filter(({ kind }) => kind === "credit"),
    entries.filter(({ kind }) => kind !== "credit"),
  ];
  const [payouts, deposits] = await Promise.all([
    others.length > 0 ? payoutsBehind(db, tenant, subjectsOf(others)) : [],
    credits.length > 0 ? depositsBehind(db, tenant, subjectsOf(credits)) : [],
  ]);
  const payoutOf = new Map(payouts.map((payout) => [payout.id, payout]));
  const depositOf = new Map(deposits.map((deposit) => [deposit.id, deposit]));
  return entries.map((entry) =>
    entry.kind === "credit"
      ? depositLine(entry, depositOf.get(entry.subjectId))
      : payoutLine(tenant, entry, entry.kind, payoutOf.get(entry.subjectId)),
  );
}

function subjectsOf(entries: readonly StatementEntry[]): string[] {
  return [...new Set(entries.map(({ subjectId }) => subjectId))];
}

function depositLine(entry: StatementEntry, deposit: DepositFacts | undefined): Line {
  if (!deposit) throw new Error(`Entry ${entry.entry} credits no deposit of this wallet's`);
  const { account_number_end: end, bank_name: bank } = deposit;
  const account = end === null ? null : maskedEnd(end);
  return {
    ...entry,
    what: "deposit",
    particulars: "Deposit by bank transfer",
    detail: bank === null ? "To your virtual account" : `From ${bank} ${account}`,
    reference: null,
    utr: deposit.utr_reference,
    account,
    ifsc: deposit.ifsc_code,
    bank,
    payout: undefined,
  };
}

const payoutKinds = {
  hold: "payout",
  release: "payout_failed",
  reverse: "payout_returned",
} as const;

function payoutLine(
  tenant: Tenant,
  entry: StatementEntry,
  kind: keyof typeof payoutKinds,
  payout: PayoutFacts | undefined,
): Line {
  if (!payout) throw new Error(`Entry ${entry.entry} is about no payout of this wallet's`);
  const what = payoutKinds[kind];
  const account = shownDestination(tenant, payout);
  const where =
    payout.method === "imps" && payout.bank_name ? `${payout.bank_name} ${account}` : account;
  return {
    ...entry,
    what,
    particulars: particularsOf(what, payout),
    detail: what === "payout" ? `${where} · ${chargesOf(payout)}` : payout.failure_reason,
    reference: payout.reference_id,
    // The UTR is of the payment: money that never went out has none.
    utr: kind === "release" ? null : payout.utr_number,
    account,
    ifsc: payout.ifsc_code,
    bank: payout.bank_name,
    payout,
  };
}

function particularsOf(
  what: "payout" | "payout_failed" | "payout_returned",
  { method, beneficiary_name: name }: PayoutFacts,
): string {
  if (what === "payout_failed") return `Failed payout to ${name}`;
  if (what === "payout_returned") return `Payout to ${name} returned`;
  return `${method.toUpperCase()} payout to ${name}`;
}

function chargesOf({ fee_paise: fee, gst_paise: gst }: PayoutFacts): string {
  return `fee ${rupees(fee)} + GST ${rupees(gst)}`;
}

/** The line as an answer shows it. */
export function asStatementLine(line: Line): StatementLine {
  return {
    entry: Number(line.entry),
    at: line.at.toISOString(),
    kind: line.what,
    particulars: line.particulars,
    detail: line.detail,
    payout_id: line.payout?.id ?? null,
    reference: line.reference,
    utr: line.utr,
    debit: line.paise < 0n ? inr(-line.paise) : null,
    credit: line.paise > 0n ? inr(line.paise) : null,
    balance: inr(line.balancePaise),
  };
}
