import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { DayPicker, type ChevronProps, type ClassNames } from "react-day-picker";
import { language, locale } from "../locale.ts";
import { t } from "../language.ts";
import { buttonClass } from "./button.tsx";
import { cn } from "./class-names.ts";
import { dayPresets, type DayRange } from "./day-presets.ts";
import { parseDay } from "./parse-day.ts";
import { phone, useMediaQuery } from "./use-media-query.ts";

interface RangeCalendarProps {
  value: DayRange;
  /** Which end is being picked. */
  end: "from" | "to";
  today: string;
  onPick: (day: string) => void;
  onPeriod: (period: DayRange) => void;
}

/** One month on a phone, two from 768 px, with common periods beside them. */
export function RangeCalendar({ value, end, today, onPick, onPeriod }: RangeCalendarProps) {
  const months = useMediaQuery(phone) ? 1 : 2;
  const promptId = useId();
  const root = useRef<HTMLDivElement>(null);
  const from = realDateOf(value.from);
  const to = realDateOf(value.to);
  const last = dateOf(today);
  const shown = (end === "from" ? (from ?? to) : (to ?? from)) ?? last;
  // The arrow keys start from the chosen day, else from today.
  useEffect(() => {
    root.current?.querySelector<HTMLElement>("[role=grid] [tabindex='0']")?.focus();
  }, []);
  return (
    <div ref={root} className="flex max-md:flex-col">
      <Periods value={value} today={today} onPeriod={onPeriod} />
      <div className="p-3">
        <p id={promptId} className="px-1.5 pb-2 text-dense text-muted" aria-live="polite">
          {end === "from" ? t`Choose the first day` : t`Choose the last day`}
        </p>
        <DayPicker
          mode="range"
          aria-labelledby={promptId}
          numberOfMonths={months}
          defaultMonth={monthsBefore(shown, months - 1)}
          endMonth={last}
          today={last}
          disabled={{ after: last }}
          selected={{ from, to: to ?? from }}
          // The active field decides which end a day sets, not the library.
          onSelect={(_, day) => onPick(dayOf(day))}
          // The week begins on Sunday in India (Unicode CLDR).
          weekStartsOn={0}
          navLayout="around"
          classNames={classNames}
          labels={{ labelDayButton: (day) => dayName.format(day) }}
          {...(language === "hi" && { formatters: hindiFormatters })}
          components={{ Chevron }}
        />
      </div>
    </div>
  );
}

function Chevron({ orientation }: ChevronProps) {
  return orientation === "left" ? <ChevronLeft /> : <ChevronRight />;
}

function Periods({
  value,
  today,
  onPeriod,
}: Pick<RangeCalendarProps, "value" | "today" | "onPeriod">) {
  return (
    <div
      role="group"
      aria-label={t`Periods`}
      className="flex gap-1 border-line p-2 max-md:flex-wrap max-md:border-b md:w-44 md:flex-col md:border-r md:p-3"
    >
      {dayPresets(today).map(({ label, from, to }) => {
        const chosen = value.from === from && value.to === to;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={chosen}
            onClick={() => onPeriod({ from, to })}
            className={cn(
              "flex h-8 items-center rounded-md px-2.5 text-left text-dense transition-colors duration-100 max-md:border max-md:border-line",
              chosen ? "bg-brand-soft font-medium text-brand-ink" : "hover:bg-hover",
            )}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

const dayName = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

const monthName = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" });
const weekdayName = new Intl.DateTimeFormat(locale, { weekday: "short" });
const hindiFormatters = {
  formatCaption: (month: Date) => monthName.format(month),
  formatWeekdayName: (day: Date) => weekdayName.format(day),
};

function realDateOf(day: string | undefined): Date | undefined {
  const real = day && parseDay(day);
  return real ? dateOf(real) : undefined;
}

/** Noon, which exists on every day in every browser's time zone. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function monthsBefore(date: Date, months: number): Date {
  return new Date(date.getFullYear(), date.getMonth() - months, 1, 12);
}

const navButton = buttonClass({ variant: "ghost", size: "icon-sm" });

const classNames: Partial<ClassNames> = {
  months: "flex gap-6 max-md:justify-center",
  month: "grid grid-cols-[2rem_1fr_2rem] items-center gap-y-2",
  month_caption: "col-start-2 row-start-1 flex h-8 items-center justify-center",
  caption_label: "text-sm font-semibold",
  button_previous: cn(navButton, "col-start-1 row-start-1 aria-disabled:opacity-40"),
  button_next: cn(navButton, "col-start-3 row-start-1 aria-disabled:opacity-40"),
  month_grid: "col-span-3 row-start-2 border-collapse",
  weekday: "h-8 w-9 max-md:w-11 text-xs font-medium text-muted",
  day: "h-9 w-9 max-md:h-11 max-md:w-11 p-0 text-center text-dense tabular-nums",
  day_button:
    "size-9 max-md:size-11 rounded-md transition-colors duration-100 hover:bg-hover disabled:pointer-events-none focus-visible:-outline-offset-2",
  today: "font-semibold text-brand-ink",
  disabled: "text-muted opacity-50",
  range_middle: "bg-brand-soft",
  range_start: "rounded-l-md bg-brand-soft [&>button]:bg-brand [&>button]:text-white",
  range_end: "rounded-r-md bg-brand-soft [&>button]:bg-brand [&>button]:text-white",
};
