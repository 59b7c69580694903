import type { Activity } from "@rokad/contract/activity";
import { Server } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { formatAge } from "./format-age.ts";
import { useNow } from "./use-now.ts";

const roles = { all: t`Server and worker`, api: t`Server`, worker: t`Worker` } as const;

/** The servers and workers by their last heartbeat. */
export function ProcessesCard({ activity }: { activity: Activity | undefined }) {
  const now = useNow();
  return (
    <Card aria-busy={!activity}>
      <CardHeader
        title={t`Servers and workers`}
        description={t`Each sends a heartbeat every 10 seconds`}
        ruled
      />
      {activity?.processes.length === 0 ? (
        <EmptyState
          icon={<Server />}
          title={t`None running`}
          description={t`Servers and workers appear here while they run.`}
        />
      ) : (
        <ul className="divide-y divide-line">
          {activity
            ? activity.processes.map((process) => (
                <li key={process.id} className="px-5 py-4 text-dense">
                  <div className="flex items-center justify-between gap-3">
                    <p className="min-w-0 truncate text-sm font-medium" title={process.host}>
                      {roles[process.role]}{" "}
                      <span className="font-normal text-muted">{process.host}</span>
                    </p>
                    {process.is_alive ? (
                      <Badge tone="good">{t`Running`}</Badge>
                    ) : (
                      <Badge tone="bad">{t`No heartbeat`}</Badge>
                    )}
                  </div>
                  <p className="mt-1 text-muted tabular-nums">
                    {t`Version ${process.version}, started ${formatDayAndTime(process.started_at)}, last heartbeat ${formatAge(process.beat_at, now)} ago`}
                    {process.worked_at && t`, last work ${formatAge(process.worked_at, now)} ago`}
                  </p>
                </li>
              ))
            : [0, 1].map((line) => (
                <li key={line} className="grid gap-3 px-5 py-4">
                  <Skeleton className="h-5 w-36" />
                  <Skeleton className="h-3.5 w-full" />
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}
