import type { PreparedExport } from "@rokad/contract/exports";
import { statusDisplay } from "../ui/status-badge.tsx";
import { capitalise } from "../ui/capitalise.ts";
import { t } from "../language.ts";
import { formatDay } from "../ui/dates.ts";

/** An export's filter as a text, for example "Debit, 01 Apr 2026 to 21 Nov 2026". */
export function describeFilter(filter: PreparedExport["filter"]): string {
  const { status, type, utr, from, to } = filter;
  const labels = [
    status && status !== "all" ? statusDisplay(status).word : undefined,
    type && type !== "all" ? types[type] : undefined,
    utr ? t`UTR with ${utr}` : undefined,
    describeDays(from, to),
  ].filter((label) => label !== undefined);
  return labels.length > 0 ? capitalise(labels.join(", ")) : t`Everything`;
}

const types: Readonly<Record<string, string>> = { credit: t`Credit`, debit: t`Debit` };

function describeDays(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? formatDay(from) : t`${formatDay(from)} to ${formatDay(to)}`;
  if (from) return t`from ${formatDay(from)}`;
  return to ? t`until ${formatDay(to)}` : undefined;
}
