import { cn } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

interface CopyableProps {
  /** The text to copy; without it N/A is shown. */
  value: string | null | undefined;
  /** The displayed text when it differs: a masked or shortened form. */
  shown?: string;
  /** For the toast: "Account number", "IFSC code", "Reference ID", "UTR Number", "UTR Reference". */
  label: string;
  className?: string;
}

/** A number or code with its copy button. */
export function Copyable({ value, shown, label, className }: CopyableProps) {
  if (!value) return <span className="text-muted">N/A</span>;
  return (
    <span
      className={cn("inline-flex items-center gap-0.5 tabular-nums", className ?? "max-w-full")}
    >
      <span className="truncate">{shown ?? value}</span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
