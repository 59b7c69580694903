import type { AuditEntry } from "@rokad/contract/security-log";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";

interface OlderRowsProps {
  rows: readonly AuditEntry[];
  /** Undefined on the newest page. */
  onNewest: (() => void) | undefined;
  /** Undefined where there are no older rows. */
  onOlder: (() => void) | undefined;
}

/** Keyset pagination: the log grows at the front and is too long for page numbers. */
export function OlderRows({ rows, onNewest, onOlder }: OlderRowsProps) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!onNewest && !onOlder) return null;
  return (
    <nav
      aria-label={t`Pages`}
      className="flex flex-col items-center justify-between gap-3 border-t border-line px-4 py-3 text-dense text-muted md:flex-row md:px-5"
    >
      <p className="tabular-nums">
        {first && last
          ? t`Rows ${first.seq.toLocaleString("en-IN")} to ${last.seq.toLocaleString("en-IN")}`
          : t`No rows here`}
      </p>
      <div className="flex items-center gap-1.5">
        <Button
          variant="secondary"
          size="sm"
          disabled={!onNewest}
          onClick={onNewest}
          icon={<ChevronLeft />}
        >
          {t`Newest`}
        </Button>
        <Button variant="secondary" size="sm" disabled={!onOlder} onClick={onOlder}>
          {t`Older`}
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
