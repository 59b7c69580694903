import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

interface SectionProps {
  title: ReactNode;
  /** For links to it. */
  id?: string;
  /** A link at the right end of the title line. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page under its own heading. */
export function Section({ title, id, action, className, children }: SectionProps) {
  return (
    <section
      id={id}
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] items-start gap-3",
        className,
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-4">
        <h2 className="text-[15px] leading-6 font-semibold tracking-tight">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
