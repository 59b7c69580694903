import type { PayoutStatus } from "@rokad/contract/payouts";
import type { ScheduleRunState, ScheduleState } from "@rokad/contract/schedule-states";
import { t } from "../language.ts";
import type { BadgeTone } from "../ui/badge.tsx";

export const scheduleLabels: Readonly<Record<ScheduleState, { text: string; tone: BadgeTone }>> = {
  draft: { text: t`Not signed`, tone: "outline" },
  awaiting_approval: { text: t`Awaiting approval`, tone: "warn" },
  active: { text: t`Active`, tone: "good" },
  paused: { text: t`Paused`, tone: "warn" },
  ended: { text: t`Ended`, tone: "neutral" },
};

export const runLabels: Readonly<
  Record<Exclude<ScheduleRunState, "created">, { text: string; tone: BadgeTone }>
> = {
  failed: { text: t`Not created`, tone: "bad" },
  missed: { text: t`Missed`, tone: "warn" },
  skipped: { text: t`Skipped`, tone: "neutral" },
};

export const payoutLabels: Readonly<Record<PayoutStatus, { text: string; tone: BadgeTone }>> = {
  pending: { text: t`Payout created`, tone: "info" },
  processing: { text: t`Processing`, tone: "info" },
  success: { text: t`Paid`, tone: "good" },
  failed: { text: t`Payout failed`, tone: "bad" },
  cancelled: { text: t`Payout cancelled`, tone: "neutral" },
};
