import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";
import { controlFrame } from "./text-input.tsx";

export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <div className={cn("flex overflow-hidden", controlFrame, className)}>
      <textarea
        {...useFieldAttributes()}
        {...props}
        rows={rows}
        className="min-h-11 flex-1 resize-y bg-transparent px-3 py-2 text-base outline-none md:text-sm"
      />
    </div>
  );
}
