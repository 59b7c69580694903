import { CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle } from "lucide-react";
import { t } from "../../language.ts";
import { Badge } from "../../ui/badge.tsx";
import { cn } from "../../ui/class-names.ts";
import { formatDay } from "../../ui/dates.ts";

const badges = {
  waiting: { word: t`Waiting`, tone: "outline", icon: <Clock className="text-warn" /> },
  making: { word: t`Creating`, tone: "info", icon: <LoaderCircle className="animate-spin" /> },
  ready: { word: t`Ready`, tone: "good", icon: <CircleCheck /> },
  failed: { word: t`Failed`, tone: "bad", icon: <CircleX /> },
  expired: { word: t`Expired`, tone: "outline", icon: <CircleDashed /> },
} as const;

/** A file that is created in the background and stored for some days: a report, an export. */
export interface StoredFile {
  readonly id: string;
  readonly state: keyof typeof badges;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly reason: string | null;
  readonly file_name: string;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** A file's state with its progress, failure reason or expiry date. */
export function StoredFileState({ file, unit }: { file: StoredFile; unit: string | undefined }) {
  const { word, tone, icon } = badges[file.state];
  return (
    <div className="grid gap-1 max-md:justify-items-end">
      <Badge tone={tone} icon={icon} data-status={file.state}>
        {word}
      </Badge>
      {file.state === "making" && <CreationProgress file={file} />}
      <Note file={file} unit={unit} />
    </div>
  );
}

function CreationProgress({ file: { progress, file_name: name } }: { file: StoredFile }) {
  const { done, total } = progress;
  if (!total) return null;
  const part = Math.min(done / total, 1);
  return (
    <div
      role="progressbar"
      aria-label={t`Creating ${name}`}
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

function Note({ file, unit }: { file: StoredFile; unit: string | undefined }) {
  const text = noteOf(file, unit);
  if (!text) return null;
  // Only a failure reason may wrap.
  const wraps = text === file.reason && "w-40 text-wrap md:w-56";
  return <p className={cn("text-xs text-muted", wraps)}>{text}</p>;
}

function noteOf(file: StoredFile, unit: string | undefined): string | null {
  const { done, total } = file.progress;
  if (file.state === "making" && unit && total === null) return t`Counting ${unit}`;
  if (file.state === "making" && total) {
    const all = t`${done.toLocaleString("en-IN")} of ${total.toLocaleString("en-IN")}`;
    return unit ? `${all} ${unit}` : all;
  }
  if (file.state === "ready" && file.expires_at)
    return t`Available until ${formatDay(file.expires_at)}`;
  return file.reason;
}
