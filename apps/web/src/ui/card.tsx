import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";

/** A bordered surface. Its parts bring their own padding. */
export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      {...props}
      className={cn("min-w-0 rounded-card border border-line bg-surface shadow-near", className)}
    />
  );
}

interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** On the right: a link, a button, a badge. */
  action?: ReactNode;
  /** Draws a line below, where rows follow. */
  ruled?: boolean;
  className?: string;
}

export function CardHeader({ title, description, action, ruled, className }: CardHeaderProps) {
  return (
    <header
      className={cn(
        "flex items-start justify-between gap-4 px-5 pt-4.5",
        ruled ? "border-b border-line pb-4" : "pb-1",
        className,
      )}
    >
      <div className="min-w-0">
        <h2 className="text-[15px] leading-5.5 font-semibold tracking-tight">{title}</h2>
        {description && <p className="mt-0.5 text-dense text-muted">{description}</p>}
      </div>
      {action}
    </header>
  );
}

export function CardBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn("px-5 py-4.5", className)}>{children}</div>;
}
