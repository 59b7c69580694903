import { dateRangeErrors, todayInIndia } from "@rokad/contract/fields";
import type { ReactNode } from "react";
import { t } from "../../language.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { DateRange } from "../../ui/date-range.tsx";
import type { DayRange } from "../../ui/day-presets.ts";

interface FilterBarProps {
  /** True: beside the search in its bar, without a border of its own. */
  isWithin?: boolean;
  /** True: hidden on a phone. */
  isFolded?: boolean;
  /** The draft's days; undefined for a list without dates. */
  range?: DayRange;
  onRange?: (range: DayRange) => void;
  onApply: () => void;
  /** Undefined while there is nothing to reset. */
  onReset?: (() => void) | undefined;
  /** True: Reset stays, disabled while there is nothing to reset. */
  keepsReset?: boolean;
  /** True while the draft differs from the applied filters. */
  unapplied?: boolean;
  /** The page's own filters, each in a Field, before the dates. */
  children: ReactNode;
}

/** A list's filters. They take effect on Apply. */
export function FilterBar(props: FilterBarProps) {
  const { range, onRange, onApply, onReset, keepsReset, unapplied = false, children } = props;
  const errors = dateRangeErrors(range ?? {});
  const invalid = errors.from !== undefined || errors.to !== undefined;
  return (
    <form
      aria-label={t`Filters`}
      noValidate
      className={cn(
        "flex flex-wrap items-start gap-3",
        props.isWithin ? "max-md:w-full" : "border-b border-line p-4 md:px-5",
        props.isFolded && "max-md:hidden",
      )}
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
          errors={errors}
          today={todayInIndia()}
          className="max-md:flex-1 max-md:basis-36 md:w-38"
        />
      )}
      {/* Aligned with the controls, below the labels. */}
      <div className="flex gap-2 max-md:w-full md:mt-6">
        <Button type="submit" disabled={invalid} className="max-md:flex-1">
          {t`Apply`}
        </Button>
        {(onReset || keepsReset) && (
          <Button variant="ghost" disabled={!onReset} onClick={onReset} className="max-md:flex-1">
            {t`Reset`}
          </Button>
        )}
      </div>
      {unapplied && (
        <p className="basis-full text-xs text-muted">
          {t`Select Apply to update the list. Exports already use these filters.`}
        </p>
      )}
    </form>
  );
}
