import type { DatabaseServer } from "@rokad/contract/database";
import { TriangleAlert } from "lucide-react";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { formatDuration } from "../ui/durations.ts";
import { formatBytes } from "./format-bytes.ts";

export function ServerFacts({ of: server }: { of: DatabaseServer }) {
  const { connections: used, oldest_transaction: oldest } = server;
  return (
    <div className="px-5 py-4.5">
      <Details
        of={[
          { label: "Version", value: `PostgreSQL ${server.version}` },
          { label: "Database", value: `${server.database}, ${formatBytes(server.size_bytes)}` },
          { label: "Running since", value: formatDayAndTime(server.started_at) },
          { label: "Connections", value: `${used.used} of ${used.max}` },
          {
            label: "By state",
            value: [
              `${used.active} active`,
              `${used.idle} idle`,
              `${used.idle_in_transaction} idle in a transaction`,
              used.hidden > 0 && `${used.hidden} hidden`,
            ]
              .filter(Boolean)
              .join(", "),
          },
          {
            label: "Oldest transaction",
            value: oldest ? `${formatDuration(oldest.seconds)}, ${oldest.state}` : "None open",
          },
          { label: "Locks waited for", value: String(server.locks_waiting) },
          {
            label: "Found in memory",
            value:
              server.cache_hit_percent === null
                ? "Nothing was read yet"
                : `${server.cache_hit_percent} % of the blocks`,
          },
          {
            label: "Replication",
            value: <span className="whitespace-pre-line">{sayReplicas(server)}</span>,
          },
          { label: "Histories and reports", value: <Source of={server} /> },
        ]}
      />
      {!server.sees_all_sessions && (
        <p className="mt-3 text-xs text-muted">
          What the sessions of other database users do is not visible to this database user.
        </p>
      )}
    </div>
  );
}

/** One on each line. */
function sayReplicas({ replicas, in_recovery: follows }: DatabaseServer): string {
  if (replicas.length === 0) return follows ? "This is a replica" : "None";
  return replicas
    .map(({ name, state, lag_seconds: lag }) => {
      return `${name}: ${state ?? "not visible to this database user"}${sayLag(lag)}`;
    })
    .join("\n");
}

function sayLag(seconds: number | null): string {
  if (seconds === null) return "";
  return seconds === 0 ? ", up to date" : `, ${sayBehind(seconds)}`;
}

function Source({ of: { read_replica: replica } }: { of: DatabaseServer }) {
  if (!replica) return "Read from this server";
  if (replica.state === "current") return "Read from the replica";
  const behind = replica.behind_seconds;
  const because =
    replica.state === "away" || behind === null ? "does not answer" : `is ${sayBehind(behind)}`;
  return (
    <>
      <TriangleAlert aria-hidden className="mr-1.5 inline size-4 align-text-bottom text-warn" />
      {`Read from this server, because the replica ${because}`}
    </>
  );
}

/** Never torn apart at the end of a line. */
function sayBehind(seconds: number): string {
  return `${formatDuration(seconds)} behind`.replaceAll(" ", "\u00a0");
}
