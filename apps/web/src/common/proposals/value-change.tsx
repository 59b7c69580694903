import type { ProposedChange } from "@rokad/contract/proposals";
import { ArrowRight } from "lucide-react";
import { t } from "../../language.ts";

interface ValueChangeProps {
  name: string;
  before: string;
  after: string;
}

/** A value of something that is new has none before. */
export type DescribedChange = Omit<ValueChangeProps, "before"> & { before?: string | undefined };

/** A proposed change in words: each value that it changes. */
export type DescribeChange = (change: ProposedChange) => readonly DescribedChange[];

/** A value before and after a change. */
export function ValueChange({ name, before, after }: ValueChangeProps) {
  return (
    <li className="rounded-card border border-line bg-sunken/60 px-4 py-3 text-sm">
      <p className="text-dense break-words text-muted">{name}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
        <span className="min-w-0 break-words text-muted">
          <span className="sr-only">{t`From`} </span>
          {before}
        </span>
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="min-w-0 font-medium break-words">
          <span className="sr-only">{t`To`} </span>
          {after}
        </span>
      </p>
    </li>
  );
}
