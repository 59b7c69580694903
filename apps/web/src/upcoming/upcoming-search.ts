import { readOption } from "../common/lists/search-params.ts";

/** The periods that a person can choose, in days. */
export const periods = ["7", "30", "90"] as const;
export type Period = (typeof periods)[number];

export function readUpcomingSearch(search: Record<string, unknown>): { days?: Period | undefined } {
  // The router reads a number.
  const days = readOption(String(search["days"]), periods);
  return { days: days === "30" ? undefined : days };
}
