import type { LineOutcome } from "@rokad/contract/statement-outcomes";
import { dayInIndia } from "../../kernel/days.ts";
import { rupees } from "../../kernel/money.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { compareSender, type Holder } from "./compare-sender.ts";
import type { CreditLine, ReviewFlag } from "./read-line.ts";
import { arrivedElsewhere, creditedElsewhere, isOfOther, type OwnAccount } from "./own-account.ts";
import { quoteCell } from "../../files/tables/parsed-table.ts";
import { couldHaveBeen } from "./read-reference.ts";

/** A deposit request, as needed to match a line. */
export interface DepositRequest {
  readonly id: string;
  readonly utr: string;
  /** The one spelling by which UTRs are compared. */
  readonly key: string;
  readonly paise: bigint;
  readonly status: "pending" | "completed" | "failed";
  readonly holder: Holder;
  /** The day of the decision in India. */
  readonly decidedOn: string | null;
  readonly reviewNote: string | null;
  /** The receiving account of the request, and that of the credit. */
  readonly sentTo: string | null;
  readonly arrivedIn: string | null;
}

export interface Verdict {
  readonly outcome: LineOutcome;
  readonly reason: string;
  readonly depositId: string | null;
}

/** Why a line is not approved after another import showed a debit with its UTR. */
export const takenBackReason =
  "Another statement shows this transfer as taken back. Check with the bank.";

export interface CreditUse {
  readonly depositId: string;
  readonly isCredited: boolean;
}

export interface Matching {
  readonly lines: readonly CreditLine[];
  /** Requests in any state whose UTR a line may have. */
  readonly byUtr: readonly DepositRequest[];
  /** Requests that have not failed, with the amount of a line that a spreadsheet mangled. */
  readonly byAmount: readonly DepositRequest[];
  /** UTR keys of the file's debit lines, among them returned transfers. */
  readonly ownDebitKeys: ReadonlySet<string>;
  /** UTR keys of requests that a debit line of an earlier import has. */
  readonly earlierDebitKeys: ReadonlySet<string>;
  /** By UTR key: why a transfer may not be credited, because its virtual-account credit is decided. */
  readonly closedReasons: ReadonlyMap<string, string>;
  /** The request that reserved or received the money of a line imported before. */
  readonly usedFor: (line: CreditLine) => CreditUse | null;
  readonly ownAccount: OwnAccount;
}

/**
 * Matches credit lines with deposit requests. A line is `exact` only if one request has its UTR and
 * its amount to the paisa, no other credit or debit line has that UTR, the line names the holder of
 * the request's account, and has no flag. A reviewer decides all others.
 * @returns the outcome and reason of each line, in the order of the lines.
 */
export function matchLines(matching: Matching): Verdict[] {
  const { lines, byUtr, byAmount, ownDebitKeys, earlierDebitKeys, closedReasons, usedFor } =
    matching;
  const own = matching.ownAccount;
  const requests = Map.groupBy(byUtr, ({ key }) => key);
  const hits = lines.map((line) => openHits(line, requests));
  const timesHit = countBy(hits.flatMap((requestsOfLine) => requestsOfLine.map(({ id }) => id)));
  const takenIds = new Set(timesHit.keys());
  const candidates = lines.map((line, at) =>
    hits[at]?.length === 0 && line.mangled ? candidatesFor(line, byAmount, takenIds, own) : [],
  );
  const timesCandidate = countBy(
    candidates.flatMap((requestsOfLine) => requestsOfLine.map(({ id }) => id)),
  );
  const verdicts = lines.map((line, at): Verdict => {
    const used = usedFor(line);
    if (used?.isCredited) return creditedBefore(used);
    const [request, other] = hits[at] ?? [];
    if (request && other) return ambiguous(request, other);
    if (request?.status === "pending" && ownDebitKeys.has(request.key)) return returned(request);
    if (request?.status === "pending" && earlierDebitKeys.has(request.key)) {
      return { outcome: "taken_back", reason: takenBackReason, depositId: request.id };
    }
    const closed = request && closedReasons.get(request.key);
    if (request?.status === "pending" && closed) {
      return { outcome: "not_creditable", reason: closed, depositId: request.id };
    }
    if (request) return ofRequest(line, request, timesHit.get(request.id) ?? 1, used, own);
    const rejectedRequest = keysOf(line)
      .flatMap((key) => requests.get(key) ?? [])
      .find(({ status }) => status === "failed");
    if (rejectedRequest) return rejected(rejectedRequest);
    const matches = candidates[at] ?? [];
    // A number that ends in zeros may be complete; without a matching request it counts as such.
    const isMangled = line.mangled && (line.utrs.length === 0 || matches.length > 0);
    return isMangled ? ofMangled(line, matches, timesCandidate, used) : unknown(line);
  });
  return verdicts.map((verdict, at) => withFlags(verdict, lines[at]?.flags));
}

/** A line with a flag is no exact match, and its reason has the flags' sentences. */
export function withFlags(verdict: Verdict, flags: readonly ReviewFlag[] = []): Verdict {
  const [first] = flags;
  if (!first || verdict.outcome === "credited") return verdict;
  const outcome = verdict.outcome === "exact" ? first.outcome : verdict.outcome;
  const reason = [verdict, ...flags].map((each) => each.reason).join(" ");
  return { ...verdict, outcome, reason };
}

function openHits(
  line: CreditLine,
  requests: ReadonlyMap<string, readonly DepositRequest[]>,
): DepositRequest[] {
  const hits = keysOf(line).flatMap((key) => requests.get(key) ?? []);
  // Banks write the sender's account number into the narration; typed as a UTR it identifies nothing.
  return hits.filter(
    ({ status, key, holder }) => status !== "failed" && key !== utrKey(holder.accountNumber),
  );
}

const keysOf = ({ utrs }: CreditLine) => [...new Set(utrs.map(utrKey))];

function ofRequest(
  line: CreditLine,
  request: DepositRequest,
  times: number,
  used: CreditUse | null,
  own: OwnAccount,
): Verdict {
  const depositId = request.id;
  const where = arrivedElsewhere(own, request.sentTo);
  if (request.status === "completed") {
    const when = request.decidedOn ? ` on ${dayInIndia(request.decidedOn)}` : "";
    const elsewhere = creditedElsewhere(own, request.arrivedIn);
    if (line.paise !== request.paise) {
      const reason = `Its deposit was already credited${when} with ${rupees(request.paise)}, but this line has ${rupees(line.paise)}.${elsewhere} Decide with the tenant and the bank.`;
      return { outcome: "ambiguous", reason, depositId };
    }
    const reason = `Its deposit was already credited${when}.${elsewhere}`;
    return { outcome: "credited", reason, depositId };
  }
  if (times > 1) {
    const reason = `The UTR ${request.utr} is on ${times} lines of this file, but a transfer has only one.`;
    return { outcome: "duplicate", reason, depositId };
  }
  if (used && used.depositId !== depositId) return alreadyUsed(depositId);
  const sender = compareSender(line, request.holder);
  const names = sender === "silent" ? "names no sender" : `does not name ${request.holder.name}`;
  if (line.paise !== request.paise) {
    const who = sender === "agrees" ? "" : ` The line ${names}.`;
    const reason = `The UTR matches, but ${rupees(line.paise)} arrived and the request is for ${rupees(request.paise)}.${who}${where}`;
    return { outcome: "amount_differs", reason, depositId };
  }
  if (sender !== "agrees") {
    const reason = `UTR and amount match, but the line ${names}.${where}`;
    return { outcome: "sender_differs", reason, depositId };
  }
  const repair = line.repair ? ` (${line.repair})` : "";
  return { outcome: "exact", reason: `UTR${repair} and amount match.${where}`, depositId };
}

function creditedBefore({ depositId }: CreditUse): Verdict {
  const reason = "Its deposit was approved from this line in an earlier import.";
  return { outcome: "credited", reason, depositId };
}

function alreadyUsed(depositId: string | null): Verdict {
  const reason = "This line was used for another deposit in an earlier import.";
  return { outcome: "ambiguous", reason, depositId };
}

function returned({ id, utr }: DepositRequest): Verdict {
  const reason = `The UTR ${utr} is also on a debit line: the bank may have returned the transfer.`;
  return { outcome: "duplicate", reason, depositId: id };
}

function ambiguous(a: DepositRequest, b: DepositRequest): Verdict {
  const reason = `This line matches two requests, with the UTRs ${a.utr} and ${b.utr}.`;
  return { outcome: "ambiguous", reason, depositId: null };
}

function rejected(request: DepositRequest): Verdict {
  const why = request.reviewNote ? `: ${request.reviewNote}` : "";
  const reason = `The request with the UTR ${request.utr} was rejected${why}`;
  return { outcome: "request_rejected", reason, depositId: request.id };
}

/**
 * Requests, credited ones included, that match the remaining digits, the amount and the sender.
 * Those of this receiving account come first.
 */
function candidatesFor(
  line: CreditLine,
  byAmount: readonly DepositRequest[],
  taken: ReadonlySet<string>,
  own: OwnAccount,
): DepositRequest[] {
  const candidates = byAmount.filter(
    (request) =>
      request.paise === line.paise &&
      line.mangled !== undefined &&
      couldHaveBeen(request.utr, line.mangled) &&
      !taken.has(request.id) &&
      compareSender(line, request.holder) === "agrees",
  );
  // A person compares a cut UTR, so the account of the statement may decide between requests.
  const ofThis = candidates.filter(({ sentTo }) => !isOfOther(own, sentTo));
  return ofThis.length > 0 ? ofThis : candidates;
}

function ofMangled(
  line: CreditLine,
  candidates: readonly DepositRequest[],
  timesCandidate: ReadonlyMap<string, number>,
  used: CreditUse | null,
): Verdict {
  const lost = `A spreadsheet has cut the last digits of the UTR ${quoteCell(line.reference ?? "")}`;
  const [only, other] = candidates;
  const lines = only ? (timesCandidate.get(only.id) ?? 0) : 0;
  if (!only) {
    return {
      outcome: "mangled",
      reason: `${lost}. No request has this amount, sender and beginning of a UTR.`,
      depositId: null,
    };
  }
  if (other || lines > 1) {
    const many = other
      ? "More than one request matches."
      : `${lines} lines match the same request.`;
    return { outcome: "mangled", reason: `${lost}. ${many}`, depositId: null };
  }
  if (only.status === "completed") {
    const reason = `${lost}. The matching request was already credited.`;
    return { outcome: "mangled", reason, depositId: only.id };
  }
  if (used && used.depositId !== only.id) return alreadyUsed(only.id);
  return {
    outcome: "mangled_candidate",
    reason: `${lost}. One request has this amount and sender: compare before you approve.`,
    depositId: only.id,
  };
}

function unknown(line: CreditLine): Verdict {
  const reason =
    line.utrs.length > 0
      ? "No deposit request has this UTR."
      : "This line has no UTR, so it can't be matched.";
  return { outcome: "unknown", reason, depositId: null };
}

function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
