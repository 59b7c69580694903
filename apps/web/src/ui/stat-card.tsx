import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { Change, type ChangeProps } from "./change.tsx";
import { cn } from "./class-names.ts";
import { fitFigure } from "./fit-figure.tsx";
import { Skeleton } from "./skeleton.tsx";

interface StatCardProps {
  label: string;
  value: ReactNode;
  /** The line under the figure. */
  hint?: ReactNode;
  /** A second, smaller line, such as the figure of all results; "" reserves its space while loading. */
  note?: ReactNode;
  icon?: ReactNode;
  /** A small button beside the label. */
  action?: ReactNode;
  /** The change since the previous period; its space is reserved while loading. */
  trend?: ChangeProps | undefined;
  /** For a figure that is good or bad on its own, such as a net balance. */
  tone?: "plain" | "good" | "bad" | "muted";
  /** Keeps the card's size while the figure loads. */
  loading?: boolean;
  /** Below the figure: a progress bar or its placeholder. */
  children?: ReactNode;
  className?: string;
}

const tones = { plain: "", good: "text-good", bad: "text-bad", muted: "text-muted" };

/**
 * On a phone the figure stands beside its label, so that four cards leave room for the page. The
 * hint has the full width, so that a long figure does not reflow it.
 */
export function StatCard(props: StatCardProps) {
  const {
    label,
    value,
    hint,
    note,
    icon,
    action,
    trend,
    tone = "plain",
    loading,
    children,
    className,
  } = props;
  return (
    <Card
      role="group"
      aria-label={label}
      className={cn(
        "flex flex-col p-5 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:px-4 max-sm:py-2.5",
        className,
      )}
      aria-busy={loading || undefined}
    >
      <div className="flex items-center justify-between gap-3 text-muted">
        <div className="flex items-center gap-1">
          <p className="text-dense font-medium">{label}</p>
          {action}
        </div>
        {icon && (
          <span aria-hidden className="max-sm:hidden [&_svg]:size-4.5">
            {icon}
          </span>
        )}
      </div>
      <div className="flex h-8 items-center max-sm:h-6 sm:@container sm:mt-2">
        {loading ? (
          <Skeleton className="h-5 w-16 sm:h-6 sm:w-32" />
        ) : (
          <p
            className={cn(
              "truncate text-xl leading-6 font-semibold tracking-tight tabular-nums sm:text-2xl sm:leading-8",
              tones[tone],
            )}
          >
            {typeof value === "string" ? fitFigure(value) : value}
          </p>
        )}
      </div>
      <div className="max-sm:col-span-2 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3">
        <div className="min-h-5 text-dense text-pretty text-muted sm:mt-1">
          {loading ? <Skeleton className="mt-1 h-3.5 w-24" /> : hint}
        </div>
        {note !== undefined && (
          <div className="min-h-4 text-xs text-muted tabular-nums sm:mt-0.5">
            {loading ? <Skeleton className="mt-1 h-3 w-28" /> : note}
          </div>
        )}
      </div>
      {children && <div className="max-sm:col-span-2">{children}</div>}
      {trend && (
        <div className="min-h-4.5 text-xs text-pretty text-muted max-sm:col-span-2 sm:mt-auto sm:pt-3">
          {loading ? <Skeleton className="mt-1 h-3 w-32" /> : <Change {...trend} />}
        </div>
      )}
    </Card>
  );
}
