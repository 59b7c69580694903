import { readDays, readText } from "../common/lists/search-params.ts";

export interface LogFilters {
  /** A group of actions. The page checks it, so the routes need not load the contract. */
  group?: string | undefined;
  person?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads the filters of Security Logs from the address. */
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
