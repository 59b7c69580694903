import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";

/** The state of a credit as a decision's: pending until it is decided. */
export function creditStatus({ credit_state: state }: SuperAdminNotificationRow): string {
  return state === "suspense" ? "pending" : (state ?? "decided");
}

/** The titles of a notification about one subject of a queue. */
export interface QueueTitles {
  readonly one: string;
  /** @param count of those that wait, such as "3" or "100 or more". */
  readonly many: (count: string) => string;
  /** By the subject's status. */
  readonly results?: Readonly<Record<string, string>>;
  /** For every other status. */
  readonly decided: string;
}

/**
 * "3 deposits to approve" while it is unread, of which each kind has one: so no two titles count the
 * same queue. A read one is about its own subject: "Deposit to approve", later "Deposit approved".
 */
export function queueTitle(
  { read }: SuperAdminNotificationRow,
  waiting: number,
  status: string | null,
  { one, many, results = {}, decided }: QueueTitles,
): string {
  if (!read && waiting > 1) return many(waiting >= 100 ? "100 or more" : String(waiting));
  if (status === "pending" || (!read && waiting === 1)) return one;
  return results[status ?? ""] ?? decided;
}

/** For a title that counts others than the subject, which is decided. */
export function othersWait(
  { read }: SuperAdminNotificationRow,
  waiting: number,
  status: string | null,
): string {
  if (read || waiting === 0 || status === "pending") return "";
  return waiting === 1 ? "; an earlier one waits" : "; earlier ones wait";
}
