import type { AuditEntry } from "@rokad/contract/security-log";
import {
  findRowRange,
  selectLogRows,
  findPeople,
  type AuditFilter,
  type LogRow,
} from "./queries.ts";

/** A page of the log, newest first. Pages by row number, so the last page is as fast as the first. */
export async function listLog(query: AuditFilter & { before?: number | undefined; limit: number }) {
  const before = query.before === undefined ? undefined : BigInt(query.before);
  const [people, range] = await Promise.all([findPeople(query), findRowRange(query)]);
  if (range === null) return { data: [], next: null };
  const rows = await selectLogRows({ filter: query, people, range }, before, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const hasMore = rows.length > query.limit;
  return { data: page.map(asEntry), next: hasMore ? Number(page.at(-1)?.seq ?? 0) : null };
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

/** Wraps a value that is no object: a forged row may hold anything, and the page must show it. */
function asRecord(value: LogRow["before"]): Record<string, unknown> | null {
  if (value === null) return null;
  return typeof value === "object" && !Array.isArray(value) ? value : { value };
}
