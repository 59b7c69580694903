import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  description?: ReactNode;
}

/** A real checkbox under a drawn one, so `register("field")` and every assistive tool work on it. */
export function Checkbox({ label, description, className, ...props }: CheckboxProps) {
  return (
    <label className={cn("flex items-start gap-2.5 has-disabled:text-muted", className)}>
      <span className="relative mt-0.5 flex size-4.5 shrink-0">
        <input
          {...props}
          type="checkbox"
          className="peer size-full appearance-none rounded-[5px] border border-edge bg-surface shadow-near transition-colors duration-150 checked:border-brand checked:bg-brand disabled:bg-sunken"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-3 text-white opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0">
        <span className="block text-sm">{label}</span>
        {description && <span className="block text-dense text-muted">{description}</span>}
      </span>
    </label>
  );
}
