import type { AuditRow } from "./audit-rows.ts";

/** A place that gets every row of the audit log. */
export interface AuditReceiver {
  /** Identifies its cursor, so it never changes. */
  readonly name: "syslog" | "webhook";
  /**
   * Sends rows in order, each at least once.
   * @throws {CopyNotSentError} unless the receiver acknowledged all of them.
   */
  send(rows: readonly AuditRow[]): Promise<void>;
}

/** A receiver did not take a copy; the message is for the operator and has no secret. */
export class CopyNotSentError extends Error {
  override name = "CopyNotSentError";
}

/** What failed, for an error of Node: its code, because its message may have more. */
export function reasonOf(error: unknown): string {
  if (error instanceof CopyNotSentError) return error.message;
  if (!(error instanceof Error)) return "it failed";
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return code;
  return error.cause === undefined ? error.name : reasonOf(error.cause);
}
