import type { PreparedExport } from "@rokad/contract/exports";
import { formatDay } from "../ui/dates.ts";

/** An export's filter as a text, for example "Debit, 01 Apr 2026 to 21 Nov 2026". */
export function describeFilter(filter: PreparedExport["filter"]): string {
  const { status, type, utr, from, to } = filter;
  const labels = [
    ...[status, type].filter((label) => label !== undefined && label !== "all").map(capitalise),
    utr ? `UTR with ${utr}` : undefined,
    describeDays(from, to),
  ].filter((label) => label !== undefined);
  return labels.length > 0 ? capitalise(labels.join(", ")) : "Everything";
}

function describeDays(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : undefined;
}

function capitalise(label: string | undefined = ""): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
