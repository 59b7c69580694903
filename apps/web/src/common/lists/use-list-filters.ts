import { dateRangeErrors } from "@rokad/contract/fields";
import { useEffect, useRef } from "react";
import type { DayRange } from "../../ui/day-presets.ts";
import { useFilterDraft } from "./use-filter-draft.ts";

/** Required by the specification: an export waits until the draft is unchanged for this long. */
const settleMs = 500;

type WithPage<Filters> = Filters & { page?: number | undefined };

export interface ListFilters<Filters> {
  /** The filter bar's values; they take effect on Apply. */
  draft: Filters;
  change: (part: Partial<Filters>) => void;
  changeDays: (range: DayRange) => void;
  /** The validation messages of the draft's days. */
  errors: DayRange;
  /** True while the draft differs from the applied filters. */
  unapplied: boolean;
  /** Applies the draft and opens its first page. */
  apply: () => void;
  /** Undefined when no filter is active. */
  reset: (() => void) | undefined;
  /** As `reset`, also for a draft that is not applied yet. Undefined when both have the defaults. */
  resetAll: (() => void) | undefined;
  goToPage: (page: number, how?: { replace: boolean }) => void;
  /** The filters for an export. */
  forExport: () => Promise<Filters>;
}

/**
 * The filters of a list. The address holds the applied filters, so that a link or Back restores them;
 * `go` writes them there.
 */
export function useListFilters<Filters extends DayRange>(
  applied: Filters,
  go: (next: WithPage<Filters>, how?: { replace: boolean }) => void,
): ListFilters<Filters> {
  const [draft, change] = useFilterDraft(applied);
  const isActive = hasValues(applied);
  const reset = isActive ? () => go({} as Filters) : undefined;
  const clearDraft = () => {
    const keys = Object.keys(draft).map((key) => [key, undefined]);
    change(Object.fromEntries(keys) as Partial<Filters>);
    reset?.();
  };
  return {
    draft,
    change,
    changeDays: ({ from, to }) => change({ from, to } as Partial<Filters>),
    errors: dateRangeErrors(draft),
    unapplied: JSON.stringify(draft) !== JSON.stringify(applied),
    apply: () => go(draft),
    reset,
    resetAll: isActive || hasValues(draft) ? clearDraft : undefined,
    goToPage: (page, how) => go({ ...applied, page: page > 1 ? page : undefined }, how),
    forExport: useSettled(draft),
  };
}

function hasValues(filters: object): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Resolves the value once it is unchanged for 500 ms, so that an export has no half-typed filter. */
function useSettled<Value>(value: Value): () => Promise<Value> {
  const latest = useRef(value);
  const changedAt = useRef(-Infinity);
  const key = JSON.stringify(value);
  const lastKey = useRef(key);
  useEffect(() => {
    latest.current = value;
    if (lastKey.current === key) return;
    lastKey.current = key;
    changedAt.current = performance.now();
  });
  return async () => {
    for (;;) {
      const left = changedAt.current + settleMs - performance.now();
      if (left <= 0) return latest.current;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  };
}
