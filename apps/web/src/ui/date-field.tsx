import { CalendarDays } from "lucide-react";
import { useState, type ComponentProps, type KeyboardEvent, type Ref } from "react";
import { t } from "../language.ts";
import { buttonClass } from "./button.tsx";
import { cn } from "./class-names.ts";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";
import { parseFinishedDay, formatDayInput, formatDayTyping, parseDay } from "./parse-day.ts";

interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or the typed text while it is not a date. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** The validation message; shown after the user leaves the field. */
  error?: string | undefined;
  /** The button that opens the calendar; without it dates are only typed. */
  calendar?: Omit<ComponentProps<"button">, "type" | "children">;
  /** The calendar's anchor. */
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
}

/**
 * A date, typed as DD/MM/YYYY or picked in a calendar. The browser's own date field would put the
 * month first in an American browser.
 */
export function DateField(props: DateFieldProps) {
  const { label, value = "", onChange, error, calendar, ref, className } = props;
  // Set while the user types, so that nothing rewrites the text.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? formatDayInput(value);

  function finish() {
    if (typed === null) return;
    setTyped(null);
    onChange(parseFinishedDay(typed) ?? (typed.trim() || undefined));
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter submits, so the typed date counts as finished.
    if (event.key === "Enter") finish();
  }

  return (
    <div ref={ref} className={cn("min-w-0", className)}>
      <Field label={label} error={typed === null ? error : undefined}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          placeholder="DD/MM/YYYY"
          value={text}
          onChange={(event) => {
            const next = formatDayTyping(event.target.value, text);
            setTyped(next);
            onChange(next === "" ? undefined : (parseDay(next) ?? next));
          }}
          onBlur={finish}
          onKeyDown={onKeyDown}
          trailing={
            calendar && (
              <button
                type="button"
                {...calendar}
                aria-haspopup="dialog"
                aria-label={t`Choose ${label} in a calendar`}
                className={buttonClass({
                  variant: "ghost",
                  size: "icon-sm",
                  className: "-mr-1 -ml-3",
                })}
              >
                <CalendarDays aria-hidden />
              </button>
            )
          }
        />
      </Field>
    </div>
  );
}
