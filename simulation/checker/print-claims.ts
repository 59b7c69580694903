import type { ClaimResult } from "./claim.ts";

const violationsShown = 10;

/** Prints the result of each claim. @returns whether all of them hold. */
export function printClaims(
  results: readonly ClaimResult[],
  print: (line: string) => void,
): boolean {
  print("\nIndependent checker, by clients and banks only:");
  for (const { claim, checked, violations } of results) {
    print(`  ${violations.length === 0 ? "ok    " : "BROKEN"}  ${claim} (${checked})`);
    for (const violation of violations.slice(0, violationsShown)) print(`            ${violation}`);
    const more = violations.length - violationsShown;
    if (more > 0) print(`            and ${more} more`);
  }
  const broken = results.filter(({ violations }) => violations.length > 0);
  print(
    broken.length === 0
      ? `  All ${results.length} claims hold.`
      : `  ${broken.length} of ${results.length} claims do not hold.`,
  );
  return broken.length === 0;
}
