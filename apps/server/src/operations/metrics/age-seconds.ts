import { now } from "../../kernel/clock.ts";

/** The time since `at`; 0 without one, and for a time to come. */
export function ageSeconds(at: Date | string | null | undefined): number {
  if (at === null || at === undefined) return 0;
  return Math.max(0, (now().getTime() - new Date(at).getTime()) / 1_000);
}
