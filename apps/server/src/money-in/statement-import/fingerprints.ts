import { blindIndex } from "../../database/encryption/encrypt.ts";
import { digest, newId } from "../../kernel/ids.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import type { CreditLine, DebitLine } from "./read-line.ts";

/**
 * Adds the fingerprint that identifies a line in other files of the account: day, amount and UTR
 * key, or the narration without a UTR. Equal lines of one file get an occurrence number.
 */
export function withFingerprints(lines: readonly CreditLine[]) {
  const count = countOccurrences();
  return lines.map((line) => {
    const base = `${line.bookedOn} ${line.paise} ${keyOf(line)}`;
    return { id: newId(), fingerprint: blindIndex("statement line", digest([base, count(base)])) };
  });
}

/** Identifies a debit line in other files of the account, as `withFingerprints` does for credits. */
export function debitFingerprints(lines: readonly DebitLine[]): Buffer[] {
  const count = countOccurrences();
  return lines.map((line) => {
    const base = `debit ${line.bookedOn} ${line.paise} ${keyOf(line)}`;
    return blindIndex("statement line", digest([base, count(base)]));
  });
}

/** The UTR key, or the words of a line without a UTR. */
function keyOf({ utrs, reference, narration }: CreditLine | DebitLine): string {
  const words = `${reference ?? ""} ${narration ?? ""}`.toUpperCase();
  return mainKey(utrs) ?? words.replaceAll(/\s+/g, " ").trim();
}

function countOccurrences() {
  const occurrences = new Map<string, number>();
  return (base: string) => {
    const occurrence = (occurrences.get(base) ?? 0) + 1;
    occurrences.set(base, occurrence);
    return occurrence;
  };
}

/**
 * The key of the UTR that every export of a line has. One export adds the bank's own number to a
 * line, another leaves it out, so a usual format of IMPS, NEFT or RTGS comes first.
 */
function mainKey(utrs: readonly string[]): string | undefined {
  const keys = utrs.map(utrKey);
  return keys.find((key) => usualFormat.test(key)) ?? keys[0];
}

const usualFormat = /^(?:\d{9,12}|[A-Z]{4}[A-Z0-9]{12}|[A-Z]\d{15}|[A-Z]{4}R[A-Z0-9]\d{16})$/;
