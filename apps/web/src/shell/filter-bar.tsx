import { dateRangeErrors, todayInIndia } from "@rokad/contract/fields";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { DateRange } from "../ui/date-range.tsx";
import type { DayRange } from "../ui/day-presets.ts";

interface FilterBarProps {
  /** The two days of the draft; a history without days leaves them out. */
  range?: DayRange;
  onRange?: (range: DayRange) => void;
  onApply: () => void;
  /** Given only while a filter is active. */
  onReset?: (() => void) | undefined;
  /** True while the bar shows something else than the rows below it. */
  unapplied?: boolean;
  /** The page's own filters, each in a Field, in front of the days. */
  children: ReactNode;
}

/** Filters of a history: they count only on Apply, and Reset is there only where it would do something. */
export function FilterBar(props: FilterBarProps) {
  const { range, onRange, onApply, onReset, unapplied = false, children } = props;
  const wrong = dateRangeErrors(range ?? {});
  const invalid = wrong.from !== undefined || wrong.to !== undefined;
  return (
    <form
      aria-label="Filters"
      noValidate
      className="flex flex-wrap items-start gap-3 border-b border-line p-4 md:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invalid) onApply();
      }}
    >
      {children}
      {range && onRange && (
        <DateRange
          value={range}
          onChange={onRange}
          errors={wrong}
          today={todayInIndia()}
          className="max-md:flex-1 max-md:basis-36 md:w-40"
        />
      )}
      {/* Level with the controls, below the labels' line. */}
      <div className="flex gap-2 max-md:w-full md:mt-6">
        <Button type="submit" disabled={invalid} className="max-md:flex-1">
          Apply
        </Button>
        {onReset && (
          <Button variant="ghost" onClick={onReset} className="max-md:flex-1">
            Reset
          </Button>
        )}
      </div>
      {unapplied && (
        <p className="basis-full text-xs text-muted">
          Press Apply to see the rows of these filters. An export takes them already.
        </p>
      )}
    </form>
  );
}
