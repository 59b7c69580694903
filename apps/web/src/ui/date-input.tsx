import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { useFieldWiring } from "./field.tsx";
import { controlFrame } from "./text-input.tsx";

interface DateInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "min" | "max"> {
  /** Days as `YYYY-MM-DD`; an empty text is no day. */
  value?: string;
  min?: string | undefined;
  max?: string | undefined;
}

/** The browser's own date picker: the right keyboard and calendar on every phone, at no weight. */
export function DateInput({ className, ...props }: DateInputProps) {
  return (
    <div className={cn("flex h-11 overflow-hidden md:h-10", controlFrame, className)}>
      <input
        {...useFieldWiring()}
        {...props}
        type="date"
        className="min-w-0 flex-1 bg-transparent px-3 text-base tabular-nums outline-none md:text-sm"
      />
    </div>
  );
}
