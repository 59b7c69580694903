import type { PlatformReport } from "@rokad/contract/platform-reports";
import { CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { cn } from "../ui/class-names.ts";
import { formatDay } from "../ui/dates.ts";

const looks = {
  waiting: { word: "Waiting", tone: "outline", icon: <Clock className="text-warn" /> },
  making: { word: "Making", tone: "info", icon: <LoaderCircle className="animate-spin" /> },
  ready: { word: "Ready", tone: "good", icon: <CircleCheck /> },
  failed: { word: "Failed", tone: "bad", icon: <CircleX /> },
  expired: { word: "Expired", tone: "outline", icon: <CircleDashed /> },
} as const;

/** How a report stands: its word, how far it is, why it failed, until when it is kept. */
export function ReportState({ report }: { report: PlatformReport }) {
  const { word, tone, icon } = looks[report.state];
  return (
    <div className="grid gap-1 max-md:justify-items-end">
      <Badge tone={tone} icon={icon} data-status={report.state}>
        {word}
      </Badge>
      {report.state === "making" && <MakingProgress report={report} />}
      <Note report={report} />
    </div>
  );
}

function MakingProgress({ report: { progress, file_name: name } }: { report: PlatformReport }) {
  const { done, total } = progress;
  if (!total) return null;
  const part = Math.min(done / total, 1);
  return (
    <div
      role="progressbar"
      aria-label={`Making ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(part * 100)}
      className="h-1.5 w-36 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-brand transition-[scale] duration-200"
        style={{ scale: `${part} 1` }}
      />
    </div>
  );
}

function Note({ report }: { report: PlatformReport }) {
  const text = noteOf(report);
  if (!text) return null;
  // A reason may be long; until when it is kept stays on one line.
  const wraps = report.state !== "ready" && "max-w-64 text-wrap";
  return <p className={cn("text-xs text-muted", wraps)}>{text}</p>;
}

function noteOf(report: PlatformReport): string | null {
  const { done, total } = report.progress;
  if (report.state === "making" && total) {
    return `${done.toLocaleString("en-IN")} of ${total.toLocaleString("en-IN")}`;
  }
  if (report.state === "ready" && report.expires_at) {
    return `Kept until ${formatDay(report.expires_at)}`;
  }
  return report.reason;
}
