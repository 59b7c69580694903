import { t } from "../super-admin-language.ts";
import { formatDuration } from "./durations.ts";

/** "36 ms", and from a second on "2.3 s", "4 min 10 s". */
export function formatMs(ms: number): string {
  return ms < 1000 ? t`${Math.round(ms)} ms` : formatDuration(ms / 1000);
}
