import { useId } from "react";

interface ProgressProps {
  /** From 0 to `max`; more than `max` shows as full. */
  value: number;
  max: number;
  /** Text under the bar: "73% of ₹1Cr target". */
  label: string;
}

export function Progress({ value, max, label }: ProgressProps) {
  const id = useId();
  const percent = max > 0 ? Math.min((value / max) * 100, 100) : 0;
  return (
    <div className="mt-3">
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full origin-left rounded-full bg-brand transition-[scale] duration-200"
          style={{ scale: `${percent / 100} 1` }}
        />
      </div>
      <p id={id} className="mt-1.5 text-xs text-muted tabular-nums">
        {label}
      </p>
    </div>
  );
}
