import type { BatchRowState, BatchState } from "@rokad/contract/batch-states";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  LoaderCircle,
  Send,
  type LucideIcon,
} from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { batchLabels, rowLabels } from "./batch-labels.ts";

const batchIcons: Readonly<Record<BatchState, LucideIcon>> = {
  draft: CircleDashed,
  awaiting_approval: Clock,
  running: LoaderCircle,
  paused: CirclePause,
  finished: CircleCheck,
  cancelled: Ban,
};

/** A batch's state as icon and words. */
export function BatchBadge({ state }: { state: BatchState }) {
  const { text, tone } = batchLabels[state];
  const Icon = batchIcons[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  );
}

const rowIcons: Readonly<Record<BatchRowState, LucideIcon>> = {
  ready: CircleCheck,
  wrong: CircleX,
  removed: Ban,
  waiting: Clock,
  sent: Send,
  paid: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
};

/** A row's state as icon and words. */
export function RowBadge({ state }: { state: BatchRowState }) {
  const { text, tone } = rowLabels[state];
  const Icon = rowIcons[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  );
}
