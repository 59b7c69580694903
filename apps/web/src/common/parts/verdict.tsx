import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";

/** A pass or fail mark beside its text. */
export function Verdict({ holds, children }: { holds: boolean; children: ReactNode }) {
  const Icon = holds ? CircleCheck : CircleX;
  return (
    <span className="flex min-w-0 items-start gap-2">
      <Icon
        aria-hidden
        className={holds ? "mt-0.5 size-4 shrink-0 text-good" : "mt-0.5 size-4 shrink-0 text-bad"}
      />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
