/* What can happen to a batch of payouts in each state. */

/**
 * - `draft`: its rows can be corrected; nothing is paid.
 * - `awaiting_approval`: submitted; its last approval runs it.
 * - `running`: its payouts are created and sent; it ends when each has an outcome.
 * - `paused`: creates no further payouts. What was created goes on.
 */
export const batchStates = [
  "draft",
  "awaiting_approval",
  "running",
  "paused",
  "finished",
  "cancelled",
] as const;
export type BatchState = (typeof batchStates)[number];

export const batchActs = [
  "correct",
  "submit",
  "run",
  "approve",
  "reject",
  "withdraw",
  "pause",
  "resume",
  "cancel",
  "retry",
  "schedule",
] as const;
export type BatchAct = (typeof batchActs)[number];

/**
 * The acts of each state; every other one is refused. `retry` also needs a failed row, and `schedule`
 * (its rows come again) a batch that was started.
 */
export const batchActsIn: Readonly<Record<BatchState, readonly BatchAct[]>> = {
  draft: ["correct", "submit", "run", "cancel"],
  awaiting_approval: ["approve", "reject", "withdraw", "cancel"],
  running: ["pause", "cancel", "schedule"],
  paused: ["resume", "cancel", "schedule"],
  finished: ["retry", "schedule"],
  cancelled: ["retry", "schedule"],
};

/**
 * What becomes of a row. In a draft it is `ready`, `wrong` or `removed`; afterwards `waiting` (no
 * payout yet), `sent` (a payout without an outcome), `paid`, `failed` or `cancelled`.
 */
export const batchRowStates = [
  "ready",
  "wrong",
  "removed",
  "waiting",
  "sent",
  "paid",
  "failed",
  "cancelled",
] as const;
export type BatchRowState = (typeof batchRowStates)[number];

/** Which rows a list has: one state, or rows of a draft to check before the signature. */
export const batchRowViews = [
  "all",
  ...batchRowStates,
  "warned",
  "repaired",
  "repeated",
  "new_payee",
  "unchecked",
  "different_name",
] as const;
export type BatchRowView = (typeof batchRowViews)[number];

/**
 * What happens when the wallet does not cover all rows. `whole`: the batch does not start until it
 * does. `in_order`: pays the rows in their order and waits for funds for the rest.
 */
export const batchFundings = ["whole", "in_order"] as const;
export type BatchFunding = (typeof batchFundings)[number];

/**
 * The checks of a batch's new accounts with their banks. `due`: the batch can't be paid while one is
 * unchecked. `optional`: it can, as a program's or a schedule's. `running`: in progress. `stopped`: the
 * checks of this hour are used up; it can be paid, or checked further later.
 */
export const accountChecksStates = ["optional", "due", "running", "stopped"] as const;
export type AccountChecksState = (typeof accountChecksStates)[number];
