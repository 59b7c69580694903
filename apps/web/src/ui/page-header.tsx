import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Beside the title: a badge. */
  badge?: ReactNode;
  /** Above the title: a link back. */
  back?: ReactNode;
  /** Buttons on the right; below the text on a phone. */
  actions?: ReactNode;
}

export function PageHeader({ title, description, badge, back, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {back && <div className="mb-1.5">{back}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-[22px] leading-8 font-semibold tracking-tight">{title}</h1>
          {badge}
        </div>
        {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>
      )}
    </header>
  );
}
