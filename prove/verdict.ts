import type { Finding } from "./evidence.ts";
import type { Journal } from "./journal.ts";

type Print = (line: string) => void;

const faultsShown = 10;

/** What was done and what went wrong, by kind. */
export function printCounts({ counts }: Journal, print: Print): void {
  print("\nWhat was done, and what went wrong:");
  for (const [what, times] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    print(`  ${String(times).padStart(6)}  ${what}`);
}

/** Each invariant with its verdict. @returns whether all of them hold. */
export function printFindings(findings: readonly Finding[], print: Print, seed: number): boolean {
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
      : `\nNOT proved: ${broken.length} of ${findings.length} invariants do not hold. Again: npm run prove -- --seed ${seed}`,
  );
  return broken.length === 0;
}
