import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import { t } from "../language.ts";
import { cn } from "./class-names.ts";

export interface ChangeProps {
  /** Null without an earlier figure; undefined while loading. */
  percent: number | null | undefined;
  /** The text after "vs", such as "last month"; without it only the figure is shown. */
  against?: string | undefined;
  unit?: string;
  /** Which direction is good; "neither" for a neutral figure. */
  better?: "up" | "down" | "neither";
}

/** Above this the earlier figure is too small for a meaningful comparison. */
const percentShownMax = 999;

/** The change of a figure: an arrow, a sign, and a colour where the direction is good or bad. */
export function Change({ percent, against, unit = "%", better = "up" }: ChangeProps) {
  if (percent === undefined || Math.abs(percent ?? 0) > percentShownMax) return null;
  if (percent === null) return <>{t`Nothing to compare with yet`}</>;
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
        {sign}
        {Math.abs(percent).toLocaleString("en-IN", { maximumFractionDigits: 1 })}
        {unit}
      </span>
      {against && t` vs ${against}`}
    </>
  );
}
