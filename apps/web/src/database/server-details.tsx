import type { DatabaseServer } from "@rokad/contract/database";
import { TriangleAlert } from "lucide-react";
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
          { label: "Version", value: `PostgreSQL ${server.version}` },
          { label: "Database", value: `${server.database}, ${formatBytes(server.size_bytes)}` },
          { label: "Running since", value: formatDayAndTime(server.started_at) },
          { label: "Connections", value: `${connections.used} of ${connections.max}` },
          {
            label: "By state",
            value: [
              `${connections.active} active`,
              `${connections.idle} idle`,
              `${connections.idle_in_transaction} idle in a transaction`,
              connections.hidden > 0 && `${connections.hidden} hidden`,
            ]
              .filter(Boolean)
              .join(", "),
          },
          {
            label: "Oldest transaction",
            value: oldest ? `${formatDuration(oldest.seconds)}, ${oldest.state}` : "None open",
          },
          { label: "Waiting for locks", value: String(server.locks_waiting) },
          {
            label: "Cache hit rate",
            value:
              server.cache_hit_percent === null ? "No reads yet" : `${server.cache_hit_percent}%`,
          },
          {
            label: "Replication",
            value: <span className="whitespace-pre-line">{formatReplicas(server)}</span>,
          },
          { label: "Histories and reports", value: <Source of={server} /> },
        ]}
      />
      {!server.sees_all_sessions && (
        <p className="mt-3 text-xs text-muted">
          This database user can’t see other users’ sessions.
        </p>
      )}
    </div>
  );
}

/** One replica on each line. */
function formatReplicas({ replicas, in_recovery: isReplica }: DatabaseServer): string {
  if (replicas.length === 0) return isReplica ? "This is a replica" : "None";
  return replicas
    .map(({ name, state, lag_seconds: lag }) => {
      return `${name}: ${state ?? "not visible to this database user"}${formatLag(lag)}`;
    })
    .join("\n");
}

function formatLag(seconds: number | null): string {
  if (seconds === null) return "";
  return seconds === 0 ? ", up to date" : `, ${formatBehind(seconds)}`;
}

function Source({ of: { read_replica: replica } }: { of: DatabaseServer }) {
  if (!replica) return "Read from this server";
  if (replica.state === "current") return "Read from the replica";
  const behind = replica.behind_seconds;
  const reason =
    replica.state === "away" || behind === null ? "does not answer" : `is ${formatBehind(behind)}`;
  return (
    <>
      <TriangleAlert aria-hidden className="mr-1.5 inline size-4 align-text-bottom text-warn" />
      {`Read from this server, because the replica ${reason}`}
    </>
  );
}

/** With non-breaking spaces. */
function formatBehind(seconds: number): string {
  return `${formatDuration(seconds)} behind`.replaceAll(" ", "\u00a0");
}
