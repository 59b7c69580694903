import { CalendarDays } from "lucide-react";
import { useState, type ComponentProps, type KeyboardEvent, type Ref } from "react";
import { buttonClass } from "./button.tsx";
import { cn } from "./class-names.ts";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";
import { finishedDay, shownDay, tidyTyping, typedDay } from "./typed-day.ts";

interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or what was typed and is no day (yet). */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** What is wrong with the value; held back until the field is left. */
  error?: string | undefined;
  /** The button that opens the calendar; without one the day is typed. */
  calendar?: Omit<ComponentProps<"button">, "type" | "children">;
  /** Where the calendar hangs. */
  ref?: Ref<HTMLDivElement>;
  className?: string | undefined;
}

/**
 * A day, typed as DD/MM/YYYY or picked in a calendar. The browser's own date field shows the
 * month first wherever the browser is American.
 */
export function DateField(props: DateFieldProps) {
  const { label, value = "", onChange, error, calendar, ref, className } = props;
  // Set while the field is typed in: the text is the person's then, and nobody rewrites it.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shownDay(value);

  function finish() {
    if (typed === null) return;
    setTyped(null);
    onChange(finishedDay(typed) ?? (typed.trim() || undefined));
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter asks for the answer, so the day counts as typed.
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
            const next = tidyTyping(event.target.value, text);
            setTyped(next);
            onChange(next === "" ? undefined : (typedDay(next) ?? next));
          }}
          onBlur={finish}
          onKeyDown={onKeyDown}
          trailing={
            calendar && (
              <button
                type="button"
                {...calendar}
                aria-haspopup="dialog"
                aria-label={`Choose ${label} in a calendar`}
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
