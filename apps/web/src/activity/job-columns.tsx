import type { BackgroundJob, discardJob, retryJob } from "@rokad/contract/activity-lists";
import { RotateCw, Trash2 } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { formatAge, formatTimeUntil } from "./format-age.ts";
import { formatJobName } from "./format-job-name.ts";

interface ColumnOptions {
  now: number;
  retrying: string | undefined;
  onRetry: (job: BackgroundJob) => void;
  onDiscard: (job: BackgroundJob) => void;
}

export function jobColumns({
  now,
  retrying,
  onRetry,
  onDiscard,
}: ColumnOptions): Column<BackgroundJob>[] {
  return [
    {
      id: "kind",
      header: t`Job`,
      card: "title",
      cell: (job) => (
        <>
          <span className="block font-medium">{formatJobName(job.kind)}</span>
          <span className="text-xs text-muted" title={job.requested_by ?? undefined}>
            {job.requested_by ? t`Requested by ${job.requested_by}` : t`Automatic`}
          </span>
        </>
      ),
    },
    { id: "status", header: t`Status`, card: "status", cell: (job) => <JobStatus job={job} /> },
    {
      id: "progress",
      header: t`Progress`,
      card: "line",
      align: "end",
      cell: ({ progress: { done, total }, status }) =>
        status === "running" || status === "done" ? formatProgress(done, total) : "–",
    },
    {
      id: "tries",
      header: t`Attempts`,
      card: "line",
      align: "end",
      cell: (job) => job.tries.toLocaleString("en-IN"),
    },
    {
      id: "when",
      header: t`When`,
      card: "line",
      align: "end",
      cell: (job) => formatWhen(job, now),
    },
    {
      id: "error",
      header: t`Last error`,
      card: "line",
      className: "max-w-52",
      cell: ({ last_error: error }) =>
        error ? (
          <span className="block truncate" title={error}>
            {error}
          </span>
        ) : (
          <span className="text-muted">{t`None`}</span>
        ),
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (job) =>
        job.status === "dead" && (
          <Permitted<typeof retryJob | typeof discardJob> needs="operate">
            <span className="inline-flex gap-2">
              <Button
                variant="secondary"
                size="sm"
                icon={<RotateCw />}
                busy={retrying === job.id}
                onClick={() => onRetry(job)}
              >
                {t`Retry`}
              </Button>
              <Button variant="danger" size="sm" icon={<Trash2 />} onClick={() => onDiscard(job)}>
                {t`Discard`}
              </Button>
            </span>
          </Permitted>
        ),
    },
  ];
}

const statusBadges: Record<BackgroundJob["status"], { label: string; tone: BadgeTone }> = {
  waiting: { label: t`Waiting`, tone: "outline" },
  running: { label: t`Running`, tone: "info" },
  done: { label: t`Done`, tone: "good" },
  dead: { label: t`Failed`, tone: "bad" },
};

function JobStatus({ job }: { job: BackgroundJob }) {
  if (job.status === "waiting" && job.tries > 0) return <Badge tone="warn">{t`Retrying`}</Badge>;
  const { label, tone } = statusBadges[job.status];
  return <Badge tone={tone}>{label}</Badge>;
}

function formatProgress(done: number, total: number | null): string {
  const count = done.toLocaleString("en-IN");
  return total === null || total === 0 ? count : `${Math.floor((done / total) * 100)}%`;
}

function formatWhen(job: BackgroundJob, now: number): string {
  if (job.due_at) return formatTimeUntil(job.due_at, now);
  const at = job.finished_at ?? job.started_at ?? job.created_at;
  return t`${formatAge(at, now)} ago`;
}
