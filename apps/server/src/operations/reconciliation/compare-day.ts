import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import type { Provider } from "../../providers/provider.ts";
import {
  findDifferences,
  duplicateTransfer,
  missingHere,
  missingThere,
  statusDifference,
  type Finding,
} from "./find-differences.ts";
import type { Day } from "./day.ts";
import { readUnlistedPayouts, readPairs, readOurPayout, type Pair } from "./queries.ts";
import {
  isReturnOfPart,
  transferOf,
  type OurPayout,
  type TheirTransfer,
} from "./compared-payout.ts";

/** A payout updated within this time is moving: its outcome may be in transit. */
export const movingSeconds = 30;

interface Comparison {
  readonly provider: Provider;
  readonly day: Day;
  readonly signal: AbortSignal;
  readonly throttle: (signal: AbortSignal) => Promise<void>;
  readonly onCompared: (count: number) => void;
  /** How the records were fetched. */
  readonly way: "list" | "look";
}

export interface Totals {
  compared: number;
  moving: number;
  oursCount: number;
  oursPaise: bigint;
  theirsCount: number;
  /** Null without a list. */
  theirsPaise: bigint | null;
}

/**
 * Compares the provider's records of a day with our books and stages each difference that a second
 * check confirms. The list is older than our books, so a payout may have ended in between.
 */
export async function compareDay(comparison: Comparison): Promise<Totals> {
  const { day } = comparison;
  await database().deleteFrom("reconciliation_findings").where("run_id", "=", day.runId).execute();
  const totals: Totals = {
    compared: 0,
    moving: 0,
    oursCount: 0,
    oursPaise: 0n,
    theirsCount: 0,
    theirsPaise: comparison.way === "list" ? 0n : null,
  };
  for await (const page of readPairs(day)) {
    const findings: Finding[] = [];
    for (const pair of page) {
      addPair(totals, pair, day);
      findings.push(...(await comparePair(pair, comparison, totals)));
    }
    await stageFindings(day, findings);
    comparison.onCompared(totals.compared);
  }
  for await (const page of readUnlistedPayouts(day)) {
    const findings: Finding[] = [];
    for (const ours of page) findings.push(...(await checkUnlisted(ours, comparison, totals)));
    await stageFindings(day, findings);
    comparison.onCompared(totals.compared);
  }
  return totals;
}

/** Adds a pair to the totals of both sides, so that payouts near midnight cause no difference. */
function addPair(totals: Totals, { ours, theirs, isDuplicate }: Pair, day: Day): void {
  totals.compared += 1;
  const paid = paidThere({ ours, theirs });
  if (paid !== undefined) {
    totals.theirsCount += 1;
    if (totals.theirsPaise !== null) totals.theirsPaise += paid;
  }
  if (ours?.adapter === day.adapter && !isDuplicate) addOurs(totals, ours);
}

/** What the provider has paid of a transfer; undefined if nothing. */
function paidThere({ ours, theirs }: Pick<Pair, "ours" | "theirs">): bigint | undefined {
  if (theirs.state === "success") return theirs.amountPaise ?? 0n;
  if (!ours || !isReturnOfPart(ours, theirs)) return undefined;
  return ours.amountPaise - (theirs.amountPaise ?? 0n);
}

function addOurs(totals: Totals, ours: OurPayout): void {
  if (ours.status !== "success") return;
  totals.oursCount += 1;
  totals.oursPaise += ours.amountPaise - ours.returnedPaise;
}

async function comparePair(pair: Pair, comparison: Comparison, totals: Totals): Promise<Finding[]> {
  const { theirs, ours } = pair;
  if (ours?.adapter !== comparison.day.adapter) return [missingHere(theirs, ours ?? undefined)];
  if (pair.isDuplicate) return [duplicateTransfer(theirs, ours)];
  if (!statusDifference(ours, theirs.state)) return findDifferences(ours, theirs);
  const current = await recheck(ours, theirs, comparison);
  if (isMoving(current.ours) && statusDifference(current.ours, current.theirs.state)) {
    totals.moving += 1;
    return [];
  }
  return findDifferences(current.ours, current.theirs);
}

/** Provider first, our books second: an outcome in between is then in both. */
async function recheck(
  ours: OurPayout,
  listed: TheirTransfer,
  { provider, throttle, signal }: Comparison,
) {
  await throttle(signal);
  const update = await provider.checkStatus(ours.reference);
  return {
    // The list has the transfer, so an empty answer changes nothing.
    theirs: update
      ? {
          ...transferOf(update),
          providerReference: listed.providerReference,
          amountPaise: listed.amountPaise,
          currency: listed.currency,
          hasAmount: listed.hasAmount,
        }
      : listed,
    ours: (await readOurPayout(database(), ours.reference)) ?? ours,
  };
}

/** Checks a payout that the list lacks: accepted after midnight, or never. */
async function checkUnlisted(
  before: OurPayout,
  { provider, day, throttle, signal }: Comparison,
  totals: Totals,
): Promise<Finding[]> {
  await throttle(signal);
  const update = await provider.checkStatus(before.reference);
  const ours = (await readOurPayout(database(), before.reference)) ?? before;
  totals.compared += 1;
  // Rerouted to another provider in between; its own run checks it.
  if (ours.adapter !== day.adapter) return [];
  if (update) {
    if (isMoving(ours) && statusDifference(ours, update.state)) {
      totals.moving += 1;
      return [];
    }
    return findDifferences(ours, transferOf(update));
  }
  if (isMoving(ours)) {
    totals.moving += 1;
    return [];
  }
  // Failed in between, so the provider need not know it.
  if (ours.status === "failed") return [];
  addOurs(totals, ours);
  return [missingThere(ours)];
}

function isMoving({ status, updatedAt }: OurPayout): boolean {
  const isOpen = status === "pending" || status === "processing";
  return isOpen && updatedAt.getTime() > now().getTime() - movingSeconds * 1_000;
}

async function stageFindings({ runId }: Day, findings: readonly Finding[]): Promise<void> {
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
