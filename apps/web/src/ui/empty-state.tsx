import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What will appear here, or why it is empty. */
  description?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center px-6 py-12 text-center", className)}>
      {icon && (
        <span
          aria-hidden
          className="mb-4 flex size-11 items-center justify-center rounded-full border border-line bg-sunken text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="text-[15px] font-semibold">{title}</p>
      {description && <p className="mt-1 max-w-md text-sm text-pretty text-muted">{description}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
