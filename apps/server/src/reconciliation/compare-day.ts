import { now } from "../clock.ts";
import { database } from "../db.ts";
import { newId } from "../ids.ts";
import type { Provider } from "../providers/provider.ts";
import {
  differencesBetween,
  doubled,
  missingHere,
  missingThere,
  statusDifference,
  type Finding,
} from "./compare.ts";
import type { Day } from "./day.ts";
import { notFoundThere, pairs, readOurs, type Pair } from "./queries.ts";
import { theirsOf, type Ours, type Theirs } from "./sides.ts";

/** A payout that a worker or a notice has touched so lately is moving: its end may be on its way. */
const movingSeconds = 30;

interface Comparing {
  readonly provider: Provider;
  readonly day: Day;
  readonly signal: AbortSignal;
  readonly pace: (signal: AbortSignal) => Promise<void>;
  readonly onCompared: (count: number) => void;
  /** How the provider was asked: only its list tells amounts. */
  readonly way: "list" | "look";
}

export interface Totals {
  compared: number;
  moving: number;
  oursCount: number;
  oursPaise: bigint;
  theirsCount: number;
  /** Null where no amount was told. */
  theirsPaise: bigint | null;
}

/**
 * Holds what the provider said of a day against our books, and writes down each difference that is
 * still there when it is looked at twice: the list is older than our books, and a payout may have
 * come to its end in between.
 */
export async function compareDay(comparing: Comparing): Promise<Totals> {
  const { day } = comparing;
  await database().deleteFrom("reconciliation_findings").where("run_id", "=", day.runId).execute();
  const totals: Totals = {
    compared: 0,
    moving: 0,
    oursCount: 0,
    oursPaise: 0n,
    theirsCount: 0,
    theirsPaise: comparing.way === "list" ? 0n : null,
  };
  for await (const page of pairs(day)) {
    const found: Finding[] = [];
    for (const pair of page) {
      addPair(totals, pair, day);
      found.push(...(await comparePair(pair, comparing, totals)));
    }
    await keep(day, found);
    comparing.onCompared(totals.compared);
  }
  for await (const page of notFoundThere(day)) {
    const found: Finding[] = [];
    for (const ours of page) found.push(...(await lookForMissing(ours, comparing, totals)));
    await keep(day, found);
    comparing.onCompared(totals.compared);
  }
  return totals;
}

/** Both sums are over what both sides were asked about, so that a day's border is no difference. */
function addPair(totals: Totals, { ours, theirs, isAnother }: Pair, day: Day): void {
  totals.compared += 1;
  if (theirs.state === "success") {
    totals.theirsCount += 1;
    if (totals.theirsPaise !== null) totals.theirsPaise += theirs.amountPaise ?? 0n;
  }
  if (ours?.adapter === day.adapter && !isAnother) addOurs(totals, ours);
}

function addOurs(totals: Totals, ours: Ours): void {
  if (ours.status !== "success") return;
  totals.oursCount += 1;
  totals.oursPaise += ours.amountPaise;
}

async function comparePair(pair: Pair, comparing: Comparing, totals: Totals): Promise<Finding[]> {
  const { theirs, ours } = pair;
  if (ours?.adapter !== comparing.day.adapter) return [missingHere(theirs, ours ?? undefined)];
  if (pair.isAnother) return [doubled(theirs, ours)];
  if (!statusDifference(ours, theirs.state)) return differencesBetween(ours, theirs);
  const again = await lookTwice(ours, theirs, comparing);
  if (isMoving(again.ours) && statusDifference(again.ours, again.theirs.state)) {
    totals.moving += 1;
    return [];
  }
  return differencesBetween(again.ours, again.theirs);
}

/** First the provider, then our books: what ended in between has ended in both. */
async function lookTwice(ours: Ours, listed: Theirs, { provider, pace, signal }: Comparing) {
  await pace(signal);
  const report = await provider.look(ours.reference);
  return {
    // Its list has it, so an answer that it knows nothing is no reason to say more.
    theirs: report
      ? {
          ...theirsOf(report),
          providerReference: listed.providerReference,
          amountPaise: listed.amountPaise,
        }
      : listed,
    ours: (await readOurs(database(), ours.reference)) ?? ours,
  };
}

/** Not in the list of the day: perhaps taken just after midnight, perhaps not at all. */
async function lookForMissing(
  before: Ours,
  { provider, day, pace, signal }: Comparing,
  totals: Totals,
): Promise<Finding[]> {
  await pace(signal);
  const report = await provider.look(before.reference);
  const ours = (await readOurs(database(), before.reference)) ?? before;
  totals.compared += 1;
  // Handed to another provider meanwhile: it is looked for there.
  if (ours.adapter !== day.adapter) return [];
  if (report) {
    if (isMoving(ours) && statusDifference(ours, report.state)) {
      totals.moving += 1;
      return [];
    }
    return differencesBetween(ours, theirsOf(report));
  }
  if (isMoving(ours)) {
    totals.moving += 1;
    return [];
  }
  // Failed in between: then there is nothing that they should know.
  if (ours.status === "failed") return [];
  addOurs(totals, ours);
  return [missingThere(ours)];
}

function isMoving({ status, updatedAt }: Ours): boolean {
  const isOpen = status === "pending" || status === "processing";
  return isOpen && updatedAt.getTime() > now().getTime() - movingSeconds * 1_000;
}

async function keep({ runId }: Day, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await database()
    .insertInto("reconciliation_findings")
    .values(
      findings.map((finding) => ({
        id: newId(),
        run_id: runId,
        kind: finding.kind,
        action: finding.action,
        is_severe: finding.isSevere,
        subject: finding.subject,
        payout_id: finding.payoutId,
        provider_reference: finding.providerReference,
        ours: finding.ours && JSON.stringify(finding.ours),
        theirs: finding.theirs && JSON.stringify(finding.theirs),
      })),
    )
    .execute();
}
