import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import { cn } from "./class-names.ts";

export interface ChangeProps {
  /** Null when there was nothing before to compare with; undefined while that is not known. */
  percent: number | null | undefined;
  /** "vs" what, in words; without them the figure stands alone. */
  against?: string | undefined;
  unit?: "%" | " points";
  /** Which way is the good one; for a figure that is neither good nor bad, "neither". */
  better?: "up" | "down" | "neither";
}

/** A morning against a day with one small payout says nothing in five digits. */
const percentShownMax = 999;

/** By how much a figure has changed: an arrow, a sign, and a colour only where it means something. */
export function Change({ percent, against, unit = "%", better = "up" }: ChangeProps) {
  if (percent === undefined) return null;
  if (percent === null) return <>Nothing to compare with yet</>;
  const Icon = percent > 0 ? ArrowUpRight : percent < 0 ? ArrowDownRight : Minus;
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  const good = better !== "neither" && percent !== 0 && percent > 0 === (better === "up");
  const bad = better !== "neither" && percent !== 0 && !good;
  return (
    <>
      <span
        className={cn(
          "inline-flex items-center gap-0.5 align-bottom font-medium whitespace-nowrap tabular-nums",
          good && "text-good",
          bad && "text-bad",
        )}
      >
        <Icon aria-hidden className="size-3.5" />
        {Math.abs(percent) > percentShownMax && "over "}
        {sign}
        {Math.min(Math.abs(percent), percentShownMax).toLocaleString("en-IN", {
          maximumFractionDigits: 1,
        })}
        {unit}
      </span>
      {against && ` vs ${against}`}
    </>
  );
}
