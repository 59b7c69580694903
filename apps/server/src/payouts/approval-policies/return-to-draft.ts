import { now } from "../../kernel/clock.ts";

/** Who makes a batch or schedule that waits for approval a draft again, and why. */
export interface ReturnToDraft {
  /** Null if its time was over. */
  readonly by: { readonly id: string; readonly name: string } | null;
  /** Null if its maker takes it back. */
  readonly reason: string | null;
}

/** The columns of what is a draft again: its approvals, policy and times of waiting are over. */
export function draftColumns({ by, reason }: ReturnToDraft) {
  return {
    state: "draft",
    policy_id: null,
    steps: null,
    submitted_at: null,
    waits_since: null,
    reminded_at: null,
    stuck_since: null,
    returned_by: by?.id ?? null,
    returned_reason: reason,
    returned_at: now(),
  } as const;
}

/** What the notification says about a batch or schedule. */
export function describeReturn(name: string, { by, reason }: ReturnToDraft): string {
  if (!by) return `${name} is a draft again. ${reason ?? ""}`;
  return `${name} was ${reason === null ? "taken back" : `sent back: ${reason}`} (${by.name})`;
}

/** Why it is a draft again when nobody decided it in time. */
export const expiryReason = (days: number) =>
  `Its approvals were not given in ${days} days. Submit it again if it is still due`;
