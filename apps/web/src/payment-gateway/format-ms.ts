import { formatDuration } from "../ui/durations.ts";

/** "120 ms", or "2.3 s" from one second. */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : formatDuration(ms / 1_000);
}
