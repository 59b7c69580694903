import type { StatementLine, statementKinds } from "@rokad/contract/reports";
import type { Db } from "../../database/db.ts";
import type { StatementEntry } from "../../ledger/statement.ts";
import { inr, maskEnd, rupees } from "../../kernel/money.ts";
import { displayDestination } from "../../payouts/destination.ts";
import type { Tenant } from "../../kernel/person.ts";
import { depositsBehind, payoutsBehind, type DepositFacts, type PayoutFacts } from "./queries.ts";

/** A ledger entry with its payout or deposit, as a statement shows it. */
export interface Line extends StatementEntry {
  readonly lineKind: (typeof statementKinds)[number];
  readonly particulars: string;
  /** The destination and charges, the sender, or the reason of a return. */
  readonly detail: string | null;
  readonly reference: string | null;
  readonly utr: string | null;
  /** The account as screens show it, or the UPI ID. */
  readonly account: string | null;
  readonly ifsc: string | null;
  readonly bank: string | null;
  /** Set for entries of a payout. */
  readonly payout: PayoutFacts | undefined;
}

/** Adds payout or deposit details to each entry, with one query for each of the two. */
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
  if (!deposit) throw new Error(`Entry ${entry.entry} has no deposit in this wallet`);
  const { account_number_end: end, bank_name: bank } = deposit;
  const account = end === null ? null : maskEnd(end);
  return {
    ...entry,
    lineKind: "deposit",
    particulars: "Deposit by bank transfer",
    detail: `${bank === null ? "To your virtual account" : `From ${bank} ${account}`}${amountsOf(deposit)}`,
    reference: null,
    utr: deposit.utr_reference,
    account,
    ifsc: deposit.ifsc_code,
    bank,
    payout: undefined,
  };
}

type PayoutLineKind = Exclude<Line["lineKind"], "deposit">;

function kindOfLine(kind: "hold" | "release" | "reverse", { status }: PayoutFacts): PayoutLineKind {
  if (kind === "hold") return "payout";
  if (kind === "reverse") return "payout_returned";
  return status === "cancelled" ? "payout_cancelled" : "payout_failed";
}

function amountsOf({ requested_paise: requested, amount_paise: received }: DepositFacts): string {
  if (requested === null) return "";
  return ` · requested ${rupees(requested)}, received ${rupees(received)}`;
}

function payoutLine(
  tenant: Tenant,
  entry: StatementEntry,
  kind: "hold" | "release" | "reverse",
  payout: PayoutFacts | undefined,
): Line {
  if (!payout) throw new Error(`Entry ${entry.entry} has no payout in this wallet`);
  const lineKind = kindOfLine(kind, payout);
  const account = displayDestination(tenant, payout);
  const where =
    payout.method === "imps" && payout.bank_name ? `${payout.bank_name} ${account}` : account;
  return {
    ...entry,
    lineKind,
    particulars: particularsOf(lineKind, payout),
    detail: lineKind === "payout" ? `${where} · ${chargesOf(payout)}` : payout.failure_reason,
    reference: payout.reference_id,
    // A failed or cancelled payout has no payment, so it has no UTR.
    utr: kind === "release" ? null : payout.utr_number,
    account,
    ifsc: payout.ifsc_code,
    bank: payout.bank_name,
    payout,
  };
}

function particularsOf(
  lineKind: PayoutLineKind,
  { method, beneficiary_name: name }: PayoutFacts,
): string {
  if (lineKind === "payout_failed") return `Failed payout to ${name}`;
  if (lineKind === "payout_cancelled") return `Cancelled payout to ${name}`;
  if (lineKind === "payout_returned") return `Payout to ${name} returned`;
  return `${method.toUpperCase()} payout to ${name}`;
}

function chargesOf({ fee_paise: fee, gst_paise: gst }: PayoutFacts): string {
  return `fee ${rupees(fee)} + GST ${rupees(gst)}`;
}

/** The line as the API returns it. */
export function asStatementLine(line: Line): StatementLine {
  return {
    entry: Number(line.entry),
    at: line.at.toISOString(),
    kind: line.lineKind,
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
