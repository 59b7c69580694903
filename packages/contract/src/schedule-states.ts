/* What can happen to a schedule and to its runs in each state. */

/**
 * - `draft`: a proposal; it pays nothing.
 * - `awaiting_approval`: submitted; its last approval starts it.
 * - `active`: pays on its due days.
 * - `paused`: passes over its due days, until a person resumes or changes it.
 * - `ended`: pays nothing any more. A change that was signed ends the version before.
 */
export const scheduleStates = ["draft", "awaiting_approval", "active", "paused", "ended"] as const;
export type ScheduleState = (typeof scheduleStates)[number];

/** Why a schedule ended. */
export const scheduleEnds = ["finished", "stopped", "replaced", "discarded"] as const;
export type ScheduleEnd = (typeof scheduleEnds)[number];

export const scheduleActs = [
  "change",
  "start",
  "submit",
  "approve",
  "reject",
  "withdraw",
  "skip",
  "pause",
  "resume",
  "end",
] as const;
export type ScheduleAct = (typeof scheduleActs)[number];

/** The acts of each state; every other one is refused. */
export const scheduleActsIn: Readonly<Record<ScheduleState, readonly ScheduleAct[]>> = {
  draft: ["change", "start", "submit", "end"],
  awaiting_approval: ["approve", "reject", "withdraw", "end"],
  active: ["change", "skip", "pause", "end"],
  paused: ["change", "resume", "end"],
  ended: [],
};

/**
 * What became of a due day.
 * - `created`: it has a payout.
 * - `failed`: no payout could be created; a person can retry it.
 * - `missed`: its time was too long ago when a worker saw it; a person decides whether it is paid.
 * - `skipped`: by a person, or because the schedule was paused.
 */
export const scheduleRunStates = ["created", "failed", "missed", "skipped"] as const;
export type ScheduleRunState = (typeof scheduleRunStates)[number];

/** The lists of schedules. */
export const scheduleViews = ["open", "ended", "all"] as const;
export type ScheduleView = (typeof scheduleViews)[number];
