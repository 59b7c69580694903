import type { Finding } from "./evidence.ts";
import type { Found } from "./find-plants.ts";
import type { Journal } from "./journal.ts";
import type { Plan } from "./plan.ts";

type Print = (line: string) => void;

const faultsShown = 10;

/** What was done and what went wrong, by kind. */
export function printCounts({ counts }: Journal, print: Print): void {
  print("\nWhat was done, and what went wrong:");
  for (const [what, times] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    print(`  ${String(times).padStart(6)}  ${what}`);
}

/** Each invariant with its verdict. @returns whether all of them hold. */
export function printFindings(
  findings: readonly Finding[],
  { print, plan: { seed, seconds } }: { readonly print: Print; readonly plan: Plan },
): boolean {
  print("\nWhat must hold:");
  for (const { invariant, checked, faults } of findings) {
    print(`  ${faults.length === 0 ? "ok   " : "FAULT"}  ${invariant} (${checked})`);
    for (const fault of faults.slice(0, faultsShown)) print(`           ${fault}`);
    if (faults.length > faultsShown) print(`           and ${faults.length - faultsShown} more`);
  }
  const broken = findings.filter(({ faults }) => faults.length > 0);
  print(
    broken.length === 0
      ? `\nProved: all ${findings.length} invariants hold (seed ${seed}).`
      : `\nNOT proved: ${broken.length} of ${findings.length} invariants do not hold. The same plan again: npm run prove -- --seed ${seed} --seconds ${seconds}`,
  );
  return broken.length === 0;
}

/** @returns whether each planted fault broke exactly what it should, and each invariant has one. */
export function printFound(
  found: readonly Found[],
  findings: readonly Finding[],
  print: Print,
): boolean {
  print("\nPlanted faults:");
  let holds = true;
  for (const { name, breaks, found: broke } of found) {
    const isExact = breaks.length === broke.length && breaks.every((rule) => broke.includes(rule));
    holds &&= isExact;
    print(`  ${isExact ? "found " : "MISSED"}  ${name}: ${broke.join("; ") || "nothing broke"}`);
  }
  const planted = new Set(found.flatMap(({ breaks }) => breaks));
  const bare = findings.filter(({ invariant }) => !planted.has(invariant));
  for (const { invariant } of bare) print(`  MISSED  no fault is planted for: ${invariant}`);
  print(
    `\n${found.length} faults planted, ${holds ? "each" : "not each"} found by what it breaks.`,
  );
  return holds && bare.length === 0;
}
