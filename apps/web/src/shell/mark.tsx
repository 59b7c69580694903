import { branding } from "../branding.ts";
import { cn } from "../ui/class-names.ts";

/** The logo: a rupee sign whose two bars continue as ledger lines. */
export function Mark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn("shrink-0", className)}>
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <path
        d="M8 9.5h16M8 14.5h16M8 9.5h4.5a5 5 0 0 1 0 10H8l8 6"
        fill="none"
        stroke="#fff"
        strokeWidth="2.1"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function MarkWithName({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5", className)}>
      <Mark />
      <span className="text-base font-semibold tracking-tight">{branding.product}</span>
    </span>
  );
}
