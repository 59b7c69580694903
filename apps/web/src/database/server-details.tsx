import type { DatabaseServer } from "@rokad/contract/database";
import { TriangleAlert } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { formatDuration } from "../ui/durations.ts";
import { formatBytes } from "./format-bytes.ts";

export function ServerDetails({ of: server }: { of: DatabaseServer }) {
  const { connections, oldest_transaction: oldest } = server;
  return (
    <div className="px-5 py-4.5">
      <Details
        of={[
          { label: t`Version`, value: `PostgreSQL ${server.version}` },
          { label: t`Database`, value: `${server.database}, ${formatBytes(server.size_bytes)}` },
          { label: t`Running since`, value: formatDayAndTime(server.started_at) },
          { label: t`Connections`, value: t`${connections.used} of ${connections.max}` },
          {
            label: t`By state`,
            value: [
              t`${connections.active} active`,
              t`${connections.idle} idle`,
              t`${connections.idle_in_transaction} idle in a transaction`,
              connections.hidden > 0 && t`${connections.hidden} hidden`,
            ]
              .filter(Boolean)
              .join(", "),
          },
          {
            label: t`Oldest transaction`,
            value: oldest ? `${formatDuration(oldest.seconds)}, ${oldest.state}` : t`None open`,
          },
          { label: t`Waiting for locks`, value: String(server.locks_waiting) },
          {
            label: t`Cache hit rate`,
            value:
              server.cache_hit_percent === null ? t`No reads yet` : `${server.cache_hit_percent}%`,
          },
          {
            label: t`Replication`,
            value: <span className="whitespace-pre-line">{formatReplicas(server)}</span>,
          },
          { label: t`Histories and reports`, value: <Source of={server} /> },
        ]}
      />
      {!server.sees_all_sessions && (
        <p className="mt-3 text-xs text-muted">
          {t`This database user can’t see other users’ sessions.`}
        </p>
      )}
    </div>
  );
}

/** One replica on each line. */
function formatReplicas({ replicas, in_recovery: isReplica }: DatabaseServer): string {
  if (replicas.length === 0) return isReplica ? t`This is a replica` : t`None`;
  return replicas
    .map(({ name, state, lag_seconds: lag }) => {
      return `${name}: ${state ?? t`not visible to this database user`}${formatLag(lag)}`;
    })
    .join("\n");
}

function formatLag(seconds: number | null): string {
  if (seconds === null) return "";
  return seconds === 0 ? t`, up to date` : `, ${formatBehind(seconds)}`;
}

function Source({ of: { read_replica: replica } }: { of: DatabaseServer }) {
  if (!replica) return t`Read from this server`;
  if (replica.state === "current") return t`Read from the replica`;
  const behind = replica.behind_seconds;
  const reason =
    replica.state === "away" || behind === null
      ? t`does not answer`
      : t`is ${formatBehind(behind)}`;
  return (
    <>
      <TriangleAlert aria-hidden className="mr-1.5 inline size-4 align-text-bottom text-warn" />
      {t`Read from this server, because the replica ${reason}`}
    </>
  );
}

/** With non-breaking spaces. */
function formatBehind(seconds: number): string {
  return t`${formatDuration(seconds)} behind`.replaceAll(" ", "\u00a0");
}
