import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";

/** The state of a credit as a decision's: pending until it is decided. */
export function creditStatus({ credit_state: state }: SuperAdminNotificationRow): string {
  return state === "suspense" ? "pending" : (state ?? "decided");
}

/**
 * "3 deposits to approve" while it is unread, of which each kind has one: so no two titles count the
 * same queue. A read one is about its own subject: "Deposit to approve", later "Deposit approved".
 */
export function queueTitle(
  { read }: SuperAdminNotificationRow,
  waiting: number,
  status: string | null,
  [one, many, what]: [one: string, many: string, what: string],
): string {
  if (!read && waiting > 1) return `${waiting >= 100 ? "100 or more" : waiting} ${many} ${what}`;
  if (status === "pending" || (!read && waiting === 1)) return `${one} ${what}`;
  return `${one} ${status === null ? "decided" : (results[status] ?? "decided")}`;
}

const results: Readonly<Record<string, string>> = {
  completed: "approved",
  approved: "approved",
  failed: "rejected",
  rejected: "rejected",
};

/** For a title that counts others than the subject, which is decided. */
export function othersWait(
  { read }: SuperAdminNotificationRow,
  waiting: number,
  status: string | null,
): string {
  if (read || waiting === 0 || status === "pending") return "";
  return waiting === 1 ? "; an earlier one waits" : "; earlier ones wait";
}
