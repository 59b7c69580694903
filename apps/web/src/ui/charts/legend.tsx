import { cn } from "../class-names.ts";
import { swatches, type ChartTone } from "./tones.ts";

interface LegendProps {
  of: readonly { readonly label: string; readonly tone: ChartTone }[];
}

/** The meaning of each colour. */
export function Legend({ of }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {of.map(({ label, tone }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={cn("size-2 rounded-full", swatches[tone])} />
          {label}
        </li>
      ))}
    </ul>
  );
}
