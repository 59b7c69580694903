import type { StatementLine } from "@rokad/contract/reports";
import type { Db } from "../../database/db.ts";
import type { StatementEntry } from "../../ledger/statement.ts";
import { inr, maskEnd, rupees } from "../../kernel/money.ts";
import { displayDestination } from "../../payouts/destination.ts";
import type { Tenant } from "../../kernel/person.ts";
import { adjustmentLines } from "./adjustment-line.ts";
import type { Line } from "./line.ts";
import {
  depositsBehind,
  holdsBehind,
  partsBehind,
  payoutsBehind,
  type DepositFacts,
  type HoldFacts,
  type PartFacts,
  type PayoutFacts,
} from "./queries.ts";

/** Adds details of payout, request, return, deposit or adjustment to each entry, with a query each. */
export async function describeEntries(
  db: Db,
  tenant: Tenant,
  entries: readonly StatementEntry[],
): Promise<Line[]> {
  const subjects = (...kinds: StatementEntry["kind"][]) =>
    subjectsOf(entries.filter(({ kind }) => kinds.includes(kind)));
  const [credits, returns] = [subjects("credit"), subjects("partial_return")];
  const holdIds = subjects("request_hold", "request_release");
  const parts = returns.length > 0 ? await partsBehind(db, tenant, returns) : [];
  const paidOut = new Set([
    ...subjects("hold", "release", "reverse"),
    ...parts.map(({ payout_id }) => payout_id),
  ]);
  const [payouts, deposits, holds, adjusted] = await Promise.all([
    paidOut.size > 0 ? payoutsBehind(db, tenant, [...paidOut]) : [],
    credits.length > 0 ? depositsBehind(db, tenant, credits) : [],
    holdIds.length > 0 ? holdsBehind(db, tenant, holdIds) : [],
    adjustmentLines(db, tenant, entries),
  ]);
  const payoutOf = new Map(payouts.map((payout) => [payout.id, payout]));
  const depositOf = new Map(deposits.map((deposit) => [deposit.id, deposit]));
  const holdOf = new Map(holds.map((hold) => [hold.id, hold]));
  const partOf = new Map(parts.map((part) => [part.id, part]));
  return entries.map((entry) => {
    if (entry.kind === "credit") return depositLine(entry, depositOf.get(entry.subjectId));
    if (entry.kind === "set_aside") return setAsideLine(entry);
    if (isRequestEntry(entry.kind))
      return requestLine(entry, entry.kind, holdOf.get(entry.subjectId));
    const adjustment = adjusted.get(entry.entry);
    if (adjustment) return adjustment;
    const part = partOf.get(entry.subjectId);
    const payout = payoutOf.get(part?.payout_id ?? entry.subjectId);
    return payoutLine(tenant, entry, payout, part);
  });
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
    detail: [
      bank === null ? "To your virtual account" : `From ${bank} ${account}`,
      ...amountsOf(deposit),
    ].join(" · "),
    reference: null,
    utr: deposit.utr_reference,
    account,
    ifsc: deposit.ifsc_code,
    bank,
    payout: undefined,
  };
}

function amountsOf({ requested_paise: requested, amount_paise: received }: DepositFacts): string[] {
  return requested === null ? [] : [`requested ${rupees(requested)}, received ${rupees(received)}`];
}

/** What a closing account kept: no provider pays out so little. */
function setAsideLine(entry: StatementEntry): Line {
  return {
    ...entry,
    lineKind: "set_aside",
    particulars: "Remainder set aside at closing",
    detail: "Below the smallest amount that can be paid out; still owed to you",
    reference: null,
    utr: null,
    account: null,
    ifsc: null,
    bank: null,
    payout: undefined,
  };
}

type RequestEntry = "request_hold" | "request_release";

function isRequestEntry(kind: StatementEntry["kind"]): kind is RequestEntry {
  return kind === "request_hold" || kind === "request_release";
}

/** What a payment request held before its payout, and how it came back or became the payout. */
function requestLine(entry: StatementEntry, kind: RequestEntry, hold: HoldFacts | undefined): Line {
  if (!hold) throw new Error(`Entry ${entry.entry} has no payment request in this wallet`);
  const isHold = kind === "request_hold";
  return {
    ...entry,
    lineKind: kind,
    particulars: isHold
      ? `Payment request to ${hold.beneficiary_name} put on hold`
      : `Payment request to ${hold.beneficiary_name} off hold`,
    detail: isHold
      ? "Amount, fee and GST, until it is sent or ends"
      : hold.payout_id === null
        ? "Not sent"
        : "The payout follows",
    reference: null,
    utr: null,
    account: null,
    ifsc: null,
    bank: null,
    payout: undefined,
  };
}

const endings = {
  hold: "",
  release: "_failed",
  reverse: "_returned",
  partial_return: "_partly_returned",
} as const;
type PayoutEntry = keyof typeof endings;

function isPayoutEntry(kind: StatementEntry["kind"]): kind is PayoutEntry {
  return kind in endings;
}

function isCancelled(kind: PayoutEntry, { status }: PayoutFacts): boolean {
  return kind === "release" && status === "cancelled";
}

function lineKindOf(kind: PayoutEntry, payout: PayoutFacts) {
  const ending = isCancelled(kind, payout) ? "_cancelled" : endings[kind];
  return `${payout.payout_kind}${ending}` as const;
}

function payoutLine(
  tenant: Tenant,
  entry: StatementEntry,
  payout: PayoutFacts | undefined,
  part: PartFacts | undefined,
): Line {
  const { kind } = entry;
  if (!payout || !isPayoutEntry(kind))
    throw new Error(`Entry ${entry.entry} has no payout in this wallet`);
  const account = displayDestination(tenant, payout);
  const where =
    payout.method === "imps" && payout.bank_name ? `${payout.bank_name} ${account}` : account;
  const charges = payout.payout_kind === "payout" ? ` · ${chargesOf(payout)}` : "";
  return {
    ...entry,
    lineKind: lineKindOf(kind, payout),
    particulars: particularsOf(kind, payout),
    detail: kind === "hold" ? `${where}${charges}` : (part?.reason ?? payout.failure_reason),
    reference: payout.reference_id,
    // A failed or cancelled payout has no payment, so it has no UTR.
    utr: kind === "release" ? null : payout.utr_number,
    account,
    ifsc: payout.ifsc_code,
    bank: payout.bank_name,
    payout,
  };
}

function particularsOf(entry: PayoutEntry, payout: PayoutFacts): string {
  const { payout_kind: kind, method, beneficiary_name: name } = payout;
  const isWithdrawal = kind === "withdrawal";
  if (isCancelled(entry, payout))
    return isWithdrawal ? "Cancelled withdrawal" : `Cancelled payout to ${name}`;
  if (entry === "release") return isWithdrawal ? "Failed withdrawal" : `Failed payout to ${name}`;
  if (entry === "reverse")
    return isWithdrawal ? "Withdrawal returned" : `Payout to ${name} returned`;
  if (entry === "partial_return")
    return isWithdrawal ? "Withdrawal partly returned" : `Payout to ${name} partly returned`;
  return isWithdrawal
    ? "Withdrawal to your bank account"
    : `${method.toUpperCase()} payout to ${name}`;
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
