import { dateRangeErrors } from "@rokad/contract/fields";
import { useEffect, useRef } from "react";
import type { DayRange } from "../ui/day-presets.ts";
import { useFilterDraft } from "./use-filter-draft.ts";

/** An export takes what the filter bar has shown unchanged for so long, from the specification. */
const mirrorMs = 500;

type WithPage<Filters> = Filters & { page?: number | undefined };

export interface HistoryFilters<Filters> {
  /** What the bar shows; it counts for the rows on Apply. */
  draft: Filters;
  change: (part: Partial<Filters>) => void;
  changeDays: (range: DayRange) => void;
  /** What is wrong with the draft's days. */
  errors: DayRange;
  /** True while the bar shows something else than the rows below it. */
  unapplied: boolean;
  /** To the first page of the draft. */
  apply: () => void;
  /** Undefined where there is nothing to reset. */
  reset: (() => void) | undefined;
  turnTo: (page: number, how?: { replace: boolean }) => void;
  /** What an export takes now. */
  forExport: () => Promise<Filters>;
}

/**
 * The filters of a history. Those in the address are the applied ones, so a link or Back restores
 * them; `go` writes them there.
 */
export function useHistoryFilters<Filters extends DayRange>(
  applied: Filters,
  go: (next: WithPage<Filters>, how?: { replace: boolean }) => void,
): HistoryFilters<Filters> {
  const [draft, change] = useFilterDraft(applied);
  const isActive = Object.values(applied).some((value) => value !== undefined);
  return {
    draft,
    change,
    changeDays: ({ from, to }) => change({ from, to } as Partial<Filters>),
    errors: dateRangeErrors(draft),
    unapplied: JSON.stringify(draft) !== JSON.stringify(applied),
    apply: () => go(draft),
    reset: isActive ? () => go({} as Filters) : undefined,
    turnTo: (page, how) => go({ ...applied, page: page > 1 ? page : undefined }, how),
    forExport: useMirror(draft),
  };
}

/** The value once it has stood still for 500 ms, so that nobody exports half of a typed filter. */
function useMirror<Value>(value: Value): () => Promise<Value> {
  const latest = useRef(value);
  const changedAt = useRef(-Infinity);
  const print = JSON.stringify(value);
  const seen = useRef(print);
  useEffect(() => {
    latest.current = value;
    if (seen.current === print) return;
    seen.current = print;
    changedAt.current = performance.now();
  });
  return async () => {
    for (;;) {
      const left = changedAt.current + mirrorMs - performance.now();
      if (left <= 0) return latest.current;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  };
}
