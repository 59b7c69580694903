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
  success: { word: "Success", icon: CircleCheck, tone: "good", style: "default" },
  completed: { word: "Completed", icon: CircleCheck, tone: "good", style: "default" },
  approved: { word: "Approved", icon: CircleCheck, tone: "good", style: "default" },
  active: { word: "Active", icon: CircleCheck, tone: "good", style: "default" },
  processing: { word: "Processing", icon: LoaderCircle, tone: "calm", style: "destructive" },
  failed: { word: "Failed", icon: CircleX, tone: "bad", style: "destructive" },
  rejected: { word: "Rejected", icon: CircleX, tone: "bad", style: "destructive" },
  revoked: { word: "Revoked", icon: Ban, tone: "bad", style: "destructive" },
  cancelled: { word: "Cancelled", icon: Ban, tone: "outline", style: "outline" },
  pending: { word: "Pending", icon: Clock, tone: "outline", style: "outline" },
  waiting_for_funds: {
    word: "Waiting for funds",
    icon: Hourglass,
    tone: "warn",
    style: "outline",
  },
  partly_returned: { word: "Partly returned", icon: Undo2, tone: "warn", style: "outline" },
  closing: { word: "Closing", icon: CircleDashed, tone: "warn", style: "outline" },
  inactive: { word: "Inactive", icon: CircleDashed, tone: "outline", style: "outline" },
};
const unknown: StatusDisplay = {
  word: "Unknown",
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
