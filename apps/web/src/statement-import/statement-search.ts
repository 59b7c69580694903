import type { LineGroup } from "@rokad/contract/statement-outcomes";
import { readOption, readPage, readText } from "../common/lists/search-params.ts";

const groups = [
  "all",
  "exact",
  "decide",
  "unmatched",
  "settled",
  "skipped",
] as const satisfies readonly ("all" | LineGroup)[];

export interface StatementSearch {
  /** The open import; undefined while a file is chosen. */
  import?: string | undefined;
  /** Undefined shows the next group to handle. */
  group?: (typeof groups)[number] | undefined;
  page?: number | undefined;
}

export function readStatementSearch(search: Record<string, unknown>): StatementSearch {
  return {
    import: readText(search["import"]),
    group: readOption(search["group"], groups),
    page: readPage(search["page"]),
  };
}
