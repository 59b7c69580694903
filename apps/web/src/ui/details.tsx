import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

export interface Detail {
  label: string;
  value: ReactNode;
  /** Marks the sum of the other lines. */
  total?: boolean;
}

/** Lines of label and value for one item, in a popover, a confirmation or a page. */
export function Details({
  of,
  className,
}: {
  of: readonly (Detail | false | undefined)[];
  className?: string;
}) {
  return (
    <dl className={cn("grid grid-cols-1 gap-2 text-dense", className)}>
      {of.map(
        (detail) =>
          detail && (
            <div
              key={detail.label}
              className={cn(
                "flex items-baseline justify-between gap-x-6",
                // A figure or a number with its button is never cut: it moves below a long label.
                typeof detail.value !== "string" && "flex-wrap",
                detail.total &&
                  "mt-1 border-t border-dashed border-edge pt-2.5 text-sm font-semibold",
              )}
            >
              <dt className={cn("max-w-full shrink-0", !detail.total && "text-muted")}>
                {detail.label}
              </dt>
              <dd className="ml-auto min-w-0 text-right break-words tabular-nums">
                {detail.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
