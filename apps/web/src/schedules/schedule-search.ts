import { scheduleViews, type ScheduleView } from "@rokad/contract/schedule-states";
import { readOption, readPage } from "../common/lists/search-params.ts";

export interface SchedulesSearch {
  view?: ScheduleView | undefined;
  page?: number | undefined;
}

export function readSchedulesSearch(search: Record<string, unknown>): SchedulesSearch {
  const view = readOption(search["view"], scheduleViews);
  return { view: view === "open" ? undefined : view, page: readPage(search["page"]) };
}

export function readScheduleSearch(search: Record<string, unknown>): { page?: number | undefined } {
  return { page: readPage(search["page"]) };
}
