import { readDays, readText } from "../common/lists/search-params.ts";

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
    group: readText(search["group"]),
    person: readText(search["person"]),
    search: readText(search["search"]),
    ...readDays(search["from"], search["to"]),
    before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
  };
}
