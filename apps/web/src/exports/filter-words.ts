import type { PreparedExport } from "@rokad/contract/exports";
import { formatDay } from "../ui/dates.ts";

/** What an export was narrowed to: "Debit, 01 Apr 2026 to 21 Nov 2026". */
export function wordsOfFilter(filter: PreparedExport["filter"]): string {
  const { status, type, utr, from, to } = filter;
  const words = [
    ...[status, type].filter((word) => word !== undefined && word !== "all").map(capitalised),
    utr ? `UTR with ${utr}` : undefined,
    daysOf(from, to),
  ].filter((word) => word !== undefined);
  return words.length > 0 ? capitalised(words.join(", ")) : "Everything";
}

function daysOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : undefined;
}

function capitalised(word: string | undefined = ""): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
