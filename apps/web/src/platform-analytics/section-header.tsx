import type { ReactNode } from "react";

interface PartHeaderProps {
  title: string;
  description: string;
  action: ReactNode;
}

/** A card's title and description, with its export button at the right. */
export function SectionHeader({ title, description, action }: PartHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
      <div className="min-w-0">
        <h2 className="text-[15px] leading-5.5 font-semibold tracking-tight">{title}</h2>
        <p className="mt-0.5 text-dense text-muted">{description}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{action}</div>
    </header>
  );
}
