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

/** A file that is made in the background and kept for a while: a report, an export. */
export interface KeptFile {
  readonly id: string;
  readonly state: keyof typeof looks;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly reason: string | null;
  readonly file_name: string;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** How a file stands: its word, how far it is, why it failed, until when it is kept. */
export function KeptFileState({ file, unit }: { file: KeptFile; unit: string | undefined }) {
  const { word, tone, icon } = looks[file.state];
  return (
    <div className="grid gap-1 max-md:justify-items-end">
      <Badge tone={tone} icon={icon} data-status={file.state}>
        {word}
      </Badge>
      {file.state === "making" && <MakingProgress file={file} />}
      <Note file={file} unit={unit} />
    </div>
  );
}

function MakingProgress({ file: { progress, file_name: name } }: { file: KeptFile }) {
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

function Note({ file, unit }: { file: KeptFile; unit: string | undefined }) {
  const text = noteOf(file, unit);
  if (!text) return null;
  // A reason may be long; how far it is, and until when it is kept, stay on one line.
  const wraps = text === file.reason && "w-40 text-wrap md:w-56";
  return <p className={cn("text-xs text-muted", wraps)}>{text}</p>;
}

function noteOf(file: KeptFile, unit: string | undefined): string | null {
  const { done, total } = file.progress;
  if (file.state === "making" && unit && total === null) return `Counting ${unit}`;
  if (file.state === "making" && total) {
    const all = `${done.toLocaleString("en-IN")} of ${total.toLocaleString("en-IN")}`;
    return unit ? `${all} ${unit}` : all;
  }
  if (file.state === "ready" && file.expires_at) return `Kept until ${formatDay(file.expires_at)}`;
  return file.reason;
}
