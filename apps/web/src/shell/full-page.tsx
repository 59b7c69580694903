import type { ReactNode } from "react";

interface FullPageProps {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** The next steps. */
  actions?: ReactNode;
  /** Fills the page area inside the shell, otherwise the window. */
  inShell?: boolean;
}

/** One centred message: access denied, not found, page error. */
export function FullPage({ icon, title, description, actions, inShell }: FullPageProps) {
  return (
    <div
      className={`flex flex-col items-center justify-center px-6 text-center ${inShell ? "min-h-[60dvh]" : "min-h-dvh"}`}
    >
      {icon && (
        <span
          aria-hidden
          className="mb-5 flex size-12 items-center justify-center rounded-2xl border border-line bg-surface text-muted shadow-near [&_svg]:size-5.5"
        >
          {icon}
        </span>
      )}
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {description && (
        <p className="mt-1.5 max-w-md text-sm text-pretty text-muted">{description}</p>
      )}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
