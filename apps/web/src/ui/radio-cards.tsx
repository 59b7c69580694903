import { useId, type ReactNode } from "react";
import { cn } from "./class-names.ts";

export interface RadioCardOption<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  legend: ReactNode;
  /** Reads the legend to screen readers only. */
  legendHidden?: boolean;
  options: readonly RadioCardOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean;
  className?: string;
}

/** A single choice, one card per option: UPI or IMPS. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const generated = useId();
  const name = props.name ?? generated;
  return (
    <fieldset className={cn("min-w-0", props.className)} disabled={props.disabled}>
      <legend className={props.legendHidden ? "sr-only" : "mb-1.5 text-dense font-medium"}>
        {props.legend}
      </legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2.5">
        {props.options.map((option) => (
          <label
            key={option.value}
            className="group relative flex cursor-pointer items-start gap-3 rounded-card border border-edge bg-surface p-3 shadow-near transition-colors duration-150 hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand has-disabled:pointer-events-none has-disabled:bg-sunken has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand md:p-3.5"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              disabled={option.disabled}
              onChange={() => props.onValueChange(option.value)}
              onBlur={props.onBlur}
              className="absolute inset-0 appearance-none outline-none"
            />
            {option.icon && (
              <span
                aria-hidden
                className="flex size-8 shrink-0 items-center justify-center rounded-control bg-sunken text-muted group-has-checked:bg-brand group-has-checked:text-white [&_svg]:size-4"
              >
                {option.icon}
              </span>
            )}
            <span className="min-w-0">
              <span className="block text-sm font-medium">{option.label}</span>
              {option.description && (
                <span className="block text-xs text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
