import { scheduleRules } from "../apps/server/src/payouts/schedules/verify-schedules.ts";
import type { ClientRecords } from "./client-records.ts";
import type { IndependentResult } from "./mutations/test-independently.ts";
import type { MutationResult } from "./mutations/test-mutations.ts";
import type { Plan } from "./plan.ts";
import type { InvariantResult } from "./records.ts";

type Print = (line: string) => void;

const violationsShown = 10;

export function printCounts({ counts }: ClientRecords, print: Print): void {
  print("\nEvents and failures:");
  for (const [name, times] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    print(`  ${String(times).padStart(6)}  ${name}`);
}

/** Prints the result of each invariant. @returns whether all of them hold. */
export function printResults(
  results: readonly InvariantResult[],
  { print, plan: { seed, seconds } }: { readonly print: Print; readonly plan: Plan },
): boolean {
  print("\nInvariants:");
  for (const { invariant, checked, violations } of results) {
    print(`  ${violations.length === 0 ? "ok    " : "BROKEN"}  ${invariant} (${checked})`);
    for (const violation of violations.slice(0, violationsShown)) print(`            ${violation}`);
    const more = violations.length - violationsShown;
    if (more > 0) print(`            and ${more} more`);
  }
  const broken = results.filter(({ violations }) => violations.length > 0);
  print(
    broken.length === 0
      ? `\nPassed: all ${results.length} invariants hold (seed ${seed}).`
      : `\nFAILED: ${broken.length} of ${results.length} invariants do not hold. Repeat this plan: npm run prove -- --seed ${seed} --seconds ${seconds}`,
  );
  return broken.length === 0;
}

/** Prints which of the visible mutations the independent checker found. It may miss some. */
export function printIndependentResults(results: readonly IndependentResult[], print: Print): void {
  print("\nMutations that clients or banks can see, by the independent checker alone:");
  for (const { name, broken, failure } of results) {
    const claims = broken.join("; ") || "nothing";
    print(`  ${broken.length > 0 ? "found " : "missed"}  ${name}: ${claims}`);
    if (failure !== undefined) print(`            a server refused a read: ${failure}`);
  }
  const found = results.filter(({ broken }) => broken.length > 0);
  const refused = found.filter(({ failure }) => failure !== undefined);
  print(
    `\nThe independent checker found ${found.length} of ${results.length} visible mutations, ${refused.length} of them because a server refused a read.`,
  );
}

/** @returns whether each mutation broke exactly its invariants, and each invariant has a mutation. */
export function printMutationResults(
  mutations: readonly MutationResult[],
  results: readonly InvariantResult[],
  print: Print,
): boolean {
  print("\nMutations:");
  const missed = mutations.filter((mutation) => !isDetected(mutation));
  for (const mutation of mutations) {
    const broke = mutation.broken.join("; ") || "nothing broke";
    print(`  ${isDetected(mutation) ? "detected" : "MISSED  "}  ${mutation.name}: ${broke}`);
  }
  const covered = new Set(mutations.flatMap(({ breaks }) => breaks));
  const uncovered = results.filter(({ invariant }) => !covered.has(invariant));
  const isPlayed = ({ invariant }: InvariantResult) => !isUnplayed(invariant);
  for (const { invariant } of uncovered) {
    if (isUnplayed(invariant)) print(`  not played: ${invariant}`);
    else print(`  MISSED    no mutation breaks: ${invariant}`);
  }
  // Last, because a long log is often read by its end.
  for (const mutation of missed) printMissed(mutation, print);
  print(
    missed.length === 0
      ? `\n${mutations.length} mutations, all detected by the invariants that they break.`
      : `\nFAILED: ${missed.length} of ${mutations.length} mutations were not detected by exactly the invariants that they break.`,
  );
  return missed.length === 0 && !uncovered.some(isPlayed);
}

const isDetected = ({ breaks, broken }: MutationResult) =>
  breaks.length === broken.length && breaks.every((invariant) => broken.includes(invariant));

/** Prints which invariants a mutation broke too many or too few, with what they found. */
function printMissed({ name, breaks, broken, results }: MutationResult, print: Print): void {
  print(`\nMISSED  ${name}`);
  for (const invariant of breaks.filter((one) => !broken.includes(one)))
    print(`  held, and should not:  ${invariant}`);
  const more = results.filter(
    ({ invariant, violations }) => violations.length > 0 && !breaks.includes(invariant),
  );
  for (const { invariant, violations } of more) {
    print(`  broken, and should hold:  ${invariant}`);
    for (const violation of violations.slice(0, violationsShown)) print(`    ${violation}`);
  }
}

/** The plan has none of these yet, so no mutation could break their rules. */
const isUnplayed = (invariant: string) => scheduleRules.some((rule) => invariant.endsWith(rule));
