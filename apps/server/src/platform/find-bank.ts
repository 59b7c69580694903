import { readFileSync } from "node:fs";
import { ifscPattern } from "@rokad/contract/fields";

/** `known` is false for a branch that the list lacks: it lags behind new branches, so that is worth a warning, not a refusal. */
export type Bank = { bank_name: string; bank_code: string; known: boolean };

/** As `scripts/vendor-ifsc.ts` writes it, which also tells how branches are packed. */
interface IfscData {
  readonly banks: Readonly<Record<string, string>>;
  readonly sublets: Readonly<Record<string, string>>;
  readonly branches: Readonly<Record<string, string>>;
}

let loaded: IfscData | undefined;
const branchSets = new Map<string, ReadonlySet<string>>();
const subletsByPrefix = new Map<string, readonly (readonly [begin: string, bank: string])[]>();

/**
 * Names the bank behind an IFSC, from data that Rokad carries; no call leaves the machine.
 * A small bank on a larger one's branch code (a "sublet") is named itself.
 * @returns null when the code is no IFSC (four letters, a zero, six letters or digits), or
 *   begins with no bank's letters
 */
export function findBank(ifsc: string): Bank | null {
  const code = ifsc.trim().toUpperCase();
  if (!ifscPattern.test(code)) return null;
  const prefix = code.slice(0, 4);
  const host = own(ifscData().banks, prefix);
  const sublet = subletOf(prefix, code);
  const guest = sublet === undefined ? undefined : own(ifscData().banks, sublet);
  // Some sublets are listed by name instead of by a code; those keep the host's code.
  const name = guest ?? sublet ?? host;
  if (name === undefined) return null;
  const bankCode = guest === undefined ? prefix : (sublet ?? prefix);
  return { bank_name: name, bank_code: bankCode, known: branchesOf(prefix).has(code.slice(5)) };
}

/** Read at the first question, which takes some 10 ms: most processes that start never ask. */
function ifscData(): IfscData {
  loaded ??= JSON.parse(
    readFileSync(new URL("./ifsc-data.json", import.meta.url), "utf8"),
  ) as IfscData;
  return loaded;
}

function subletOf(prefix: string, code: string): string | undefined {
  let sublets = subletsByPrefix.get(prefix);
  if (sublets === undefined) {
    sublets = Object.entries(ifscData().sublets)
      .filter(([begin]) => begin.startsWith(prefix))
      // The longest beginning that fits is the most precise.
      .toSorted(([a], [b]) => b.length - a.length);
    if (branchesOf(prefix).size > 0) subletsByPrefix.set(prefix, sublets);
  }
  return sublets.find(([begin]) => code.startsWith(begin))?.[1];
}

/** Kept for the banks that exist, and only for those: a prefix comes from the outside. */
function branchesOf(prefix: string): ReadonlySet<string> {
  const kept = branchSets.get(prefix);
  if (kept !== undefined) return kept;
  const unpacked = new Set(unpack(own(ifscData().branches, prefix) ?? ""));
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

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
