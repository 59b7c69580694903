import { daysIn, textIn } from "../search.ts";

export interface LogFilters {
  /** One of the contract's groups of acts, which the page looks up: the site map stays small. */
  group?: string | undefined;
  person?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters of Security Logs as they stand in the address. */
export function readLogFilters(search: Record<string, unknown>): LogFilters & {
  before?: number | undefined;
} {
  const before = Number(search["before"]);
  return {
    group: textIn(search["group"]),
    person: textIn(search["person"]),
    search: textIn(search["search"]),
    ...daysIn(search["from"], search["to"]),
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  };
}
