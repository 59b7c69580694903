import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../language.ts";
import { Button } from "./button.tsx";
import { pagesAround } from "./pager-pages.ts";

interface PagerProps {
  /** Names the pager on a page with several: "Pages of background jobs". */
  label?: string;
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** "Showing 1 to 20 of 134 results" or the screen's own text. */
  summary: ReactNode;
  /**
   * Between Previous and Next: `numbers` (up to five around the current page), or a text such as
   * "Page 3" or "Page 3 of 7".
   */
  middle?: "numbers" | (string & {});
  hasPrev?: boolean;
  hasNext?: boolean;
}

export function Pager(props: PagerProps) {
  const { label = t`Pages`, page, totalPages, onPage, summary, middle = "numbers" } = props;
  const { hasPrev = page > 1, hasNext = page < totalPages } = props;
  return (
    <nav
      aria-label={label}
      className="flex flex-col items-center justify-between gap-3 border-t border-line px-4 py-3 text-dense text-muted md:flex-row md:px-5"
    >
      <p className="tabular-nums">{summary}</p>
      <div className="flex items-center gap-1.5">
        <Button
          variant="secondary"
          size="sm"
          disabled={!hasPrev}
          onClick={() => onPage(page - 1)}
          icon={<ChevronLeft />}
        >
          {t`Previous`}
        </Button>
        {middle === "numbers" ? (
          <Numbers page={page} totalPages={totalPages} onPage={onPage} />
        ) : (
          <span className="px-2 tabular-nums">{middle}</span>
        )}
        <Button variant="secondary" size="sm" disabled={!hasNext} onClick={() => onPage(page + 1)}>
          {t`Next`}
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}

function Numbers({ page, totalPages, onPage }: Pick<PagerProps, "page" | "totalPages" | "onPage">) {
  return pagesAround(page, totalPages).map((number) => (
    <Button
      key={number}
      variant={number === page ? "primary" : "ghost"}
      size="sm"
      aria-label={t`Page ${number}`}
      aria-current={number === page ? "page" : undefined}
      onClick={() => onPage(number)}
      className="min-w-8 tabular-nums max-sm:hidden aria-[current]:max-sm:inline-flex"
    >
      {number}
    </Button>
  ));
}
