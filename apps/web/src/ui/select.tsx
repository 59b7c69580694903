import { ChevronDown } from "lucide-react";
import type { Ref } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";
import { controlFrame } from "./text-input.tsx";

export interface SelectOption<Value extends string> {
  /** Never empty: "all" stands for no filter. */
  value: Value;
  label: string;
  /** A short note after the label. */
  hint?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  onBlur?: () => void;
  placeholder?: string;
  name?: string;
  ref?: Ref<HTMLSelectElement>;
  disabled?: boolean;
  /** Names the control where it stands outside a Field. */
  "aria-label"?: string;
  className?: string;
}

/**
 * The browser's own select: phones show their native picker, keyboards and screen readers support
 * it, and it adds no code (a custom one costs 46 kB). `picker` in styles.css styles its list where
 * the browser allows it.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, placeholder, className, ...rest } = props;
  return (
    <div className={cn("relative flex h-11 md:h-10", controlFrame, className)}>
      <select
        {...useFieldAttributes()}
        {...rest}
        value={value ?? ""}
        onChange={(event) => onValueChange(event.target.value as Value)}
        className={cn(
          "picker min-w-0 flex-1 cursor-pointer appearance-none truncate rounded-control bg-transparent pr-9 pl-3 text-base outline-none disabled:cursor-default md:text-sm",
          value === null && "text-muted",
        )}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.hint ? `${option.label} · ${option.hint}` : option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </div>
  );
}
