import type { LineOutcome } from "@rokad/contract/statement-import";
import { dayInIndia } from "../days.ts";
import { rupees } from "../money.ts";
import { compareSender, type Holder } from "./compare-sender.ts";
import type { CreditLine } from "./read-lines.ts";
import { couldHaveBeen } from "./read-reference.ts";

/** A deposit request as a line is compared with it. */
export interface Request {
  readonly id: string;
  readonly utr: string;
  readonly paise: bigint;
  readonly status: "pending" | "completed" | "failed";
  readonly holder: Holder;
  /** The day in India on which it was decided. */
  readonly decidedOn: string | null;
  readonly reviewNote: string | null;
}

export interface Verdict {
  readonly outcome: LineOutcome;
  readonly reason: string;
  readonly depositId: string | null;
}

export interface Use {
  readonly depositId: string;
  readonly isCredited: boolean;
}

export interface Matching {
  readonly lines: readonly CreditLine[];
  /** Requests whose UTR one of the lines could have, in any state. */
  readonly byUtr: readonly Request[];
  /** Requests that have not failed and ask for the amount of a line that a spreadsheet mangled. */
  readonly byAmount: readonly Request[];
  /** UTRs of money that went out: of a transfer that was returned, among them. */
  readonly wentOut: ReadonlySet<string>;
  /** For a line that was imported before: the request that its money is promised or went to. */
  readonly usedFor: (line: CreditLine) => Use | null;
}

/**
 * Says of each line what it is, and why. Only a line that leaves no doubt is `exact`: one request
 * has its UTR and asks for its amount to the paisa, no other line has that UTR, in or out, and the line does
 * not name somebody else. Everything else is for a person to look at.
 * @returns in the order of the lines.
 */
export function matchLines({ lines, byUtr, byAmount, wentOut, usedFor }: Matching): Verdict[] {
  const requests = Map.groupBy(byUtr, ({ utr }) => utr);
  const hits = lines.map((line) => openHits(line, requests));
  const timesHit = countBy(hits.flatMap((found) => found.map(({ id }) => id)));
  const exactly = new Set(timesHit.keys());
  const candidates = lines.map((line, at) =>
    hits[at]?.length === 0 && line.mangled ? candidatesFor(line, byAmount, exactly) : [],
  );
  const timesCandidate = countBy(candidates.flatMap((found) => found.map(({ id }) => id)));
  return lines.map((line, at): Verdict => {
    const used = usedFor(line);
    if (used?.isCredited) return creditedBefore(used);
    const [request, other] = hits[at] ?? [];
    if (request && other) return ambiguous(request, other);
    if (request?.status === "pending" && wentOut.has(request.utr)) return returned(request);
    if (request) return ofRequest(line, request, timesHit.get(request.id) ?? 1, used);
    const refused = line.utrs.flatMap((utr) => requests.get(utr) ?? [])[0];
    if (refused) return rejected(refused);
    const fitting = candidates[at] ?? [];
    // A number that ends in zeros may be whole; without a request that fits, it is taken so.
    const isCut = line.mangled && (line.utrs.length === 0 || fitting.length > 0);
    return isCut ? ofMangled(line, fitting, timesCandidate, used) : unknown(line);
  });
}

function openHits(line: CreditLine, requests: ReadonlyMap<string, readonly Request[]>): Request[] {
  const found = line.utrs.flatMap((utr) => requests.get(utr) ?? []);
  return found.filter(({ status }) => status !== "failed");
}

function ofRequest(line: CreditLine, request: Request, times: number, used: Use | null): Verdict {
  const depositId = request.id;
  if (request.status === "completed") {
    const when = request.decidedOn ? ` on ${dayInIndia(request.decidedOn)}` : "";
    return { outcome: "credited", reason: `Its deposit was credited${when} already.`, depositId };
  }
  if (times > 1) {
    const reason = `The UTR ${request.utr} stands on ${times} lines of this file, and a transfer has one.`;
    return { outcome: "duplicate", reason, depositId };
  }
  if (line.paise !== request.paise) {
    const reason = `The UTR matches, but ${rupees(line.paise)} arrived and the request is for ${rupees(request.paise)}.`;
    return { outcome: "amount_differs", reason, depositId };
  }
  if (used && used.depositId !== depositId) return alreadyUsed(depositId);
  if (compareSender(line, request.holder) === "differs") {
    const reason = `UTR and amount match, but the line does not name ${request.holder.name}.`;
    return { outcome: "sender_differs", reason, depositId };
  }
  const mended = line.mended ? ` (${line.mended})` : "";
  return { outcome: "exact", reason: `UTR${mended} and amount match.`, depositId };
}

function creditedBefore({ depositId }: Use): Verdict {
  const reason = "Its deposit was approved from this line in an earlier import.";
  return { outcome: "credited", reason, depositId };
}

function alreadyUsed(depositId: string | null): Verdict {
  const reason = "This line was used for another deposit in an earlier import.";
  return { outcome: "ambiguous", reason, depositId };
}

function returned({ id, utr }: Request): Verdict {
  const reason = `The UTR ${utr} also stands on a line of money that went out: the bank may have returned it.`;
  return { outcome: "duplicate", reason, depositId: id };
}

function ambiguous(a: Request, b: Request): Verdict {
  const reason = `The line could be about two requests, with the UTRs ${a.utr} and ${b.utr}.`;
  return { outcome: "ambiguous", reason, depositId: null };
}

function rejected(request: Request): Verdict {
  const why = request.reviewNote ? `: ${request.reviewNote}` : "";
  const reason = `The request with the UTR ${request.utr} was rejected${why}`;
  return { outcome: "request_rejected", reason, depositId: request.id };
}

/** Requests, credited ones too, that the digits left, the amount and the sender all point to. */
function candidatesFor(
  line: CreditLine,
  byAmount: readonly Request[],
  taken: ReadonlySet<string>,
): Request[] {
  return byAmount.filter(
    (request) =>
      request.paise === line.paise &&
      line.mangled !== undefined &&
      couldHaveBeen(request.utr, line.mangled) &&
      !taken.has(request.id) &&
      compareSender(line, request.holder) === "agrees",
  );
}

function ofMangled(
  line: CreditLine,
  candidates: readonly Request[],
  timesCandidate: ReadonlyMap<string, number>,
  used: Use | null,
): Verdict {
  const lost = `The UTR “${line.reference ?? ""}” was mangled by a spreadsheet, so its last digits are lost`;
  const [only, other] = candidates;
  const lines = only ? (timesCandidate.get(only.id) ?? 0) : 0;
  if (!only) {
    return {
      outcome: "mangled",
      reason: `${lost}. No request has this amount, this sender and a UTR that begins so.`,
      depositId: null,
    };
  }
  if (other || lines > 1) {
    const many = other
      ? "More than one request fits."
      : `${lines} such lines fit the same request.`;
    return { outcome: "mangled", reason: `${lost}. ${many}`, depositId: null };
  }
  if (only.status === "completed") {
    const reason = `${lost}. The request that fits was credited already.`;
    return { outcome: "mangled", reason, depositId: only.id };
  }
  if (used && used.depositId !== only.id) return alreadyUsed(only.id);
  return {
    outcome: "mangled_candidate",
    reason: `${lost}. One request fits its amount and sender: compare before you approve.`,
    depositId: only.id,
  };
}

function unknown(line: CreditLine): Verdict {
  const reason =
    line.utrs.length > 0
      ? "No deposit request has this UTR."
      : "There is no UTR on this line, so it can't be matched.";
  return { outcome: "unknown", reason, depositId: null };
}

function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
