import type { ScheduleRun } from "@rokad/contract/payout-schedule";
import type { ScheduleState } from "@rokad/contract/schedule-states";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  Repeat,
  Send,
  type LucideIcon,
} from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { payoutLabels, runLabels, scheduleLabels } from "./schedule-labels.ts";

const icons: Readonly<Record<ScheduleState, LucideIcon>> = {
  draft: CircleDashed,
  awaiting_approval: Clock,
  active: Repeat,
  paused: CirclePause,
  ended: Ban,
};

/** A schedule's state as icon and words. */
export function ScheduleBadge({ state }: { state: ScheduleState }) {
  const { text, tone } = scheduleLabels[state];
  const Icon = icons[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  );
}

const payoutIcons: Readonly<Record<keyof typeof payoutLabels, LucideIcon>> = {
  pending: Send,
  processing: Send,
  success: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
};
const runIcons: Readonly<Record<keyof typeof runLabels, LucideIcon>> = {
  failed: CircleX,
  missed: Clock,
  skipped: Ban,
};

/** What became of a due day: its payout's status, or why it has none. */
export function RunBadge({ run: { state, payout } }: { run: ScheduleRun }) {
  if (state === "created" && !payout) return null;
  const { text, tone } =
    state === "created" ? payoutLabels[payout?.status ?? "pending"] : runLabels[state];
  const Icon = state === "created" ? payoutIcons[payout?.status ?? "pending"] : runIcons[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  );
}
