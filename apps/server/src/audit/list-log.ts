import type { AuditEntry } from "@rokad/contract/security-log";
import { findStretch, logRows, peopleOf, type AuditFilter, type LogRow } from "./queries.ts";

/** A page of the log, newest first, found by row number: as fast at the end as at the start. */
export async function listLog(query: AuditFilter & { before?: number | undefined; limit: number }) {
  const before = query.before === undefined ? undefined : BigInt(query.before);
  const [people, stretch] = await Promise.all([peopleOf(query), findStretch(query)]);
  if (stretch === null) return { data: [], next: null };
  const rows = await logRows({ filter: query, people, stretch }, before, query.limit + 1);
  const here = rows.slice(0, query.limit);
  const more = rows.length > query.limit;
  return { data: here.map(asEntry), next: more ? Number(here.at(-1)?.seq ?? 0) : null };
}

function asEntry(row: LogRow): AuditEntry {
  return {
    seq: Number(row.seq),
    at: row.at.toISOString(),
    act: row.act,
    actor: row.actor_id
      ? {
          id: row.actor_id,
          name: row.actor_name ?? "",
          phone: row.actor_mobile ?? "",
          role: row.actor_role ?? "",
        }
      : null,
    subject:
      row.subject_kind && row.subject_id
        ? { kind: row.subject_kind, id: row.subject_id, name: row.subject_name }
        : null,
    reason: row.reason,
    before: asRecord(row.before),
    after: asRecord(row.after),
    address: row.address,
    user_agent: row.user_agent,
    hash: row.hash.toString("hex"),
  };
}

/** What was recorded is an object; what somebody forged may be anything, and is still shown. */
function asRecord(value: LogRow["before"]): Record<string, unknown> | null {
  if (value === null) return null;
  return typeof value === "object" && !Array.isArray(value) ? value : { value };
}
