import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

interface NoticeProps {
  tone?: "info" | "warn" | "bad" | "good" | "plain";
  title?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

const frames = {
  info: "border-info-line bg-info-soft [--ink:var(--info)]",
  warn: "border-warn-line bg-warn-soft [--ink:var(--warn)]",
  bad: "border-bad-line bg-bad-soft [--ink:var(--bad)]",
  good: "border-good-line bg-good-soft [--ink:var(--good)]",
  plain: "border-line bg-sunken [--ink:var(--muted)]",
};
const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: CircleCheck, plain: Info };

/** A permanent banner about the page; a toast reports a single action. */
export function Notice({ tone = "info", title, icon, action, className, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cn(
        "flex flex-wrap items-start gap-3 rounded-card sm:flex-nowrap border px-4 py-3 text-sm",
        frames[tone],
        className,
      )}
    >
      <span aria-hidden className="mt-0.5 text-(--ink) [&_svg]:size-4">
        {icon ?? <Icon />}
      </span>
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? "mt-0.5 text-muted" : undefined}>{children}</div>}
      </div>
      {action && <div className="max-sm:w-full max-sm:pl-7">{action}</div>}
    </div>
  );
}
