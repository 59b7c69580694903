import type { AuditEntry } from "@rokad/contract/security-log";
import { prepareLogQuery, selectLogRows, type AuditFilter, type LogRow } from "./queries.ts";

/** A page of the log, newest first. Pages by row number, so the last page is as fast as the first. */
export async function listLog({
  before,
  limit,
  ...filter
}: AuditFilter & { before?: number | undefined; limit: number }) {
  const query = await prepareLogQuery(filter);
  if (query === null) return { data: [], next: null };
  const end = before === undefined ? undefined : BigInt(before);
  const rows = await selectLogRows(query, end, limit + 1);
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
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
