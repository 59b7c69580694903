import { readFileSync } from "node:fs";
import { ifscPattern } from "@rokad/contract/form-fields";

/** `known` is false for a branch that is not in the list. The list lags behind, so warn and accept. */
export type Bank = { bank_name: string; bank_code: string; known: boolean };

/** The format that `scripts/vendor-ifsc.ts` writes and documents. */
interface IfscData {
  readonly banks: Readonly<Record<string, string>>;
  readonly sublets: Readonly<Record<string, string>>;
  readonly branches: Readonly<Record<string, string>>;
}

let loaded: IfscData | undefined;
const branchSets = new Map<string, ReadonlySet<string>>();

/**
 * Finds the bank of an IFSC in bundled data, without a network call.
 * Returns the small bank for a code that a larger bank sublets to it.
 * @returns null when the code is no IFSC (four letters, a zero, six letters or digits), or no bank has
 *   its first four letters.
 */
export function findBank(ifsc: string): Bank | null {
  const code = ifsc.trim().toUpperCase();
  if (!ifscPattern.test(code)) return null;
  const prefix = code.slice(0, 4);
  const host = ownValue(ifscData().banks, prefix);
  const sublet = subletOf(code);
  const guest = sublet === undefined ? undefined : ownValue(ifscData().banks, sublet);
  // Some sublets are listed by name instead of a code; they use the host's code.
  const name = guest ?? sublet ?? host;
  if (name === undefined) return null;
  const bankCode = guest === undefined ? prefix : (sublet ?? prefix);
  return { bank_name: name, bank_code: bankCode, known: branchesOf(prefix).has(code.slice(5)) };
}

/** Loads the data on first use (about 10 ms), because most processes never need it. */
function ifscData(): IfscData {
  loaded ??= JSON.parse(
    readFileSync(new URL("./ifsc-data.json", import.meta.url), "utf8"),
  ) as IfscData;
  return loaded;
}

/** Of the prefixes that a code begins with, the longest is the most precise. */
function subletOf(code: string): string | undefined {
  const { sublets } = ifscData();
  for (let length = code.length; length >= 4; length -= 1) {
    const sublet = ownValue(sublets, code.slice(0, length));
    if (sublet !== undefined) return sublet;
  }
  return undefined;
}

/** Caches existing banks only: prefixes come from users, so others could fill the memory. */
function branchesOf(prefix: string): ReadonlySet<string> {
  const cached = branchSets.get(prefix);
  if (cached !== undefined) return cached;
  const unpacked = new Set(unpack(ownValue(ifscData().branches, prefix) ?? ""));
  if (unpacked.size > 0) branchSets.set(prefix, unpacked);
  return unpacked;
}

function* unpack(packed: string): Generator<string> {
  const [runs = "", lettered = ""] = packed.split("|");
  for (const run of runs.split(" ").filter(Boolean)) {
    const [first = 0, more = 0] = run.split("+").map(Number);
    for (let number = first; number <= first + more; number += 1) {
      yield String(number).padStart(6, "0");
    }
  }
  yield* lettered.split(" ").filter(Boolean);
}

function ownValue(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
