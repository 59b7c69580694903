import { lazy, Suspense, useRef, useState } from "react";
import { t } from "../language.ts";
import { DateField } from "./date-field.tsx";
import type { DayRange } from "./day-presets.ts";
import { Floating } from "./floating.tsx";

const loadCalendar = () => import("./range-calendar.tsx");
const RangeCalendar = lazy(async () => ({ default: (await loadCalendar()).RangeCalendar }));

type End = "from" | "to";
const labels = { from: t`From Date`, to: t`To Date` };

interface DateRangeProps {
  value: DayRange;
  onChange: (range: DayRange) => void;
  /** The validation message of each field. */
  errors: DayRange;
  /** Today in India, `YYYY-MM-DD`: the calendar ends there. */
  today: string;
  /** The class of each field. */
  className?: string;
}

/**
 * Two date fields with one calendar. The calendar's code loads on first use. After the first day it
 * asks for the last.
 */
export function DateRange({ value, onChange, errors, today, className }: DateRangeProps) {
  const panel = useRef<HTMLDivElement>(null);
  const fields = { from: useRef<HTMLDivElement>(null), to: useRef<HTMLDivElement>(null) };
  /** The calendar's anchor: it stays under this field while the user picks both ends. */
  const opener = useRef<HTMLDivElement>(null);
  const [end, setEnd] = useState<End>("from");
  const [open, setOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);

  function toggle(which: End) {
    if (open && which === end) return panel.current?.hidePopover();
    opener.current = fields[which].current;
    setEnd(which);
    setIsMounted(true);
    panel.current?.showPopover();
  }

  function pick(day: string) {
    if (end === "to" && !(value.from && day < value.from)) {
      onChange({ ...value, to: day });
      panel.current?.hidePopover();
      return;
    }
    // A first day after the last day, or the reverse, starts a new range.
    const keepsLast = end === "from" && value.to !== undefined && value.to >= day;
    onChange({ from: day, to: keepsLast ? value.to : undefined });
    setEnd("to");
  }

  const field = (which: End) => (
    <DateField
      ref={fields[which]}
      label={labels[which]}
      value={value[which]}
      onChange={(day) => onChange({ ...value, [which]: day })}
      error={errors[which]}
      className={className}
      calendar={{
        "aria-expanded": open && end === which,
        onClick: () => toggle(which),
        onPointerEnter: () => void loadCalendar(),
        onFocus: () => void loadCalendar(),
      }}
    />
  );

  return (
    <>
      {field("from")}
      {field("to")}
      <Floating
        ref={panel}
        role="dialog"
        aria-label={t`Calendar`}
        anchor={() => opener.current}
        align="start"
        onOpenChange={(isOpen) => {
          setOpen(isOpen);
          if (!isOpen) setIsMounted(false);
        }}
      >
        {isMounted && (
          <Suspense fallback={<div className="h-88 w-72 md:w-160" aria-busy />}>
            <RangeCalendar
              value={value}
              end={end}
              today={today}
              onPick={pick}
              onPeriod={(period) => {
                onChange(period);
                panel.current?.hidePopover();
              }}
            />
          </Suspense>
        )}
      </Floating>
    </>
  );
}
