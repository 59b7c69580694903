import { useId, type ReactNode } from "react";
import { cn } from "./class-names.ts";

interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Replaces the label, which becomes the accessible name and the title. */
  icon?: ReactNode;
}

interface SegmentedProps<Value extends string> {
  legend: string;
  options: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

/** A single choice on one line, such as light, dark or system. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cn("w-fit", props.className)}>
      <legend className="sr-only">{props.legend}</legend>
      <div className="flex gap-0.5 rounded-full border border-line bg-sunken p-0.5">
        {props.options.map(({ value, label, icon }) => (
          <label
            key={value}
            title={icon ? label : undefined}
            className="relative flex h-8 min-w-8 cursor-pointer items-center justify-center rounded-full px-2 text-dense text-muted transition-colors duration-150 hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-near has-focus-visible:outline-2 has-focus-visible:outline-brand [&_svg]:size-4"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onValueChange(value)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            {icon ? <span className="sr-only">{label}</span> : label}
            {icon}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
