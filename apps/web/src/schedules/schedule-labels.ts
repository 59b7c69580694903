import type { PayoutStatus } from "@rokad/contract/payouts";
import type { ScheduleRunState, ScheduleState } from "@rokad/contract/schedule-states";
import type { BadgeTone } from "../ui/badge.tsx";

export const scheduleLabels: Readonly<Record<ScheduleState, { text: string; tone: BadgeTone }>> = {
  draft: { text: "Not signed", tone: "outline" },
  awaiting_approval: { text: "Awaiting approval", tone: "warn" },
  active: { text: "Active", tone: "good" },
  paused: { text: "Paused", tone: "warn" },
  ended: { text: "Ended", tone: "neutral" },
};

export const runLabels: Readonly<
  Record<Exclude<ScheduleRunState, "created">, { text: string; tone: BadgeTone }>
> = {
  failed: { text: "Not created", tone: "bad" },
  missed: { text: "Missed", tone: "warn" },
  skipped: { text: "Skipped", tone: "neutral" },
};

export const payoutLabels: Readonly<Record<PayoutStatus, { text: string; tone: BadgeTone }>> = {
  pending: { text: "Payout created", tone: "info" },
  processing: { text: "Processing", tone: "info" },
  success: { text: "Paid", tone: "good" },
  failed: { text: "Payout failed", tone: "bad" },
  cancelled: { text: "Payout cancelled", tone: "neutral" },
};
