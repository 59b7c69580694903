import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { t } from "../language.ts";
import { Badge, type BadgeTone } from "./badge.tsx";
import { cn } from "./class-names.ts";

interface StatusDisplay {
  word: string;
  icon: LucideIcon;
  tone: BadgeTone;
  /** The specification's badge style: success default, failed and processing destructive, the rest outline. */
  style: "default" | "destructive" | "outline";
}

/** Every status in the console; one word has one meaning everywhere. */
const displays: Record<string, StatusDisplay> = {
  success: { word: t`Success`, icon: CircleCheck, tone: "good", style: "default" },
  completed: { word: t`Completed`, icon: CircleCheck, tone: "good", style: "default" },
  approved: { word: t`Approved`, icon: CircleCheck, tone: "good", style: "default" },
  active: { word: t`Active`, icon: CircleCheck, tone: "good", style: "default" },
  processing: { word: t`Processing`, icon: LoaderCircle, tone: "calm", style: "destructive" },
  failed: { word: t`Failed`, icon: CircleX, tone: "bad", style: "destructive" },
  rejected: { word: t`Rejected`, icon: CircleX, tone: "bad", style: "destructive" },
  revoked: { word: t`Revoked`, icon: Ban, tone: "bad", style: "destructive" },
  cancelled: { word: t`Cancelled`, icon: Ban, tone: "outline", style: "outline" },
  pending: { word: t`Pending`, icon: Clock, tone: "outline", style: "outline" },
  waiting_for_funds: {
    word: t`Waiting for funds`,
    icon: Hourglass,
    tone: "warn",
    style: "outline",
  },
  partly_returned: { word: t`Partly returned`, icon: Undo2, tone: "warn", style: "outline" },
  closing: { word: t`Closing`, icon: CircleDashed, tone: "warn", style: "outline" },
  inactive: { word: t`Inactive`, icon: CircleDashed, tone: "outline", style: "outline" },
};
const unknown: StatusDisplay = {
  word: t`Unknown`,
  icon: CircleQuestionMark,
  tone: "outline",
  style: "outline",
};

export function statusDisplay(status: string): StatusDisplay {
  return Object.hasOwn(displays, status) ? (displays[status] ?? unknown) : unknown;
}

export function StatusBadge({ status, className }: { status: string; className?: string }) {
  const { word, tone, style } = statusDisplay(status);
  return (
    <Badge
      tone={tone}
      data-status={status}
      data-style={style}
      icon={<StatusIcon status={status} />}
      {...(className && { className })}
    >
      {word}
    </Badge>
  );
}

function iconTone(status: string, tone: BadgeTone): string {
  if (status === "pending") return "text-warn";
  return tone === "good"
    ? "text-good"
    : tone === "bad"
      ? "text-bad"
      : tone === "calm"
        ? "text-calm"
        : "text-muted";
}

/** Only the icon, where the row already shows the word; processing spins. */
export function StatusIcon({
  status,
  className = "size-3.5",
}: {
  status: string;
  className?: string;
}) {
  const { icon: Icon, tone } = statusDisplay(status);
  return (
    <Icon
      aria-hidden
      className={cn(
        "shrink-0",
        iconTone(status, tone),
        status === "processing" && "animate-spin",
        className,
      )}
    />
  );
}
