import { formatDuration } from "../ui/durations.ts";

/** "120 ms", and from a second on "2.3 s". */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : formatDuration(ms / 1_000);
}
