import { sql, type RawBuilder } from "kysely";
import { now } from "../kernel/clock.ts";
import { isTracing } from "../kernel/tracing.ts";
import { database, type Tx } from "../database/db.ts";
import { unnestRows } from "../database/unnest-rows.ts";

interface Requested {
  readonly id: string;
  /** The recorded trace in which it was requested. */
  readonly traceParent?: string | undefined;
}

/** Stores in which traces payouts were requested; nothing where none is recorded. */
export async function recordTraces(db: Tx, list: readonly Requested[]): Promise<void> {
  const traces = list.flatMap(({ id, traceParent }) =>
    traceParent === undefined ? [] : [{ payout_id: id, trace_parent: traceParent }],
  );
  if (traces.length === 0) return;
  await sql`
    insert into payout_traces (payout_id, trace_parent, created_at)
    select payout_id, trace_parent, ${now()}::timestamptz
    from ${unnestRows("traces", { payout_id: "uuid", trace_parent: "text" }, traces)}
  `.execute(db);
}

/** SQL for the stored trace of a payout, null if there is none. */
export function traceOf(payoutId: RawBuilder<unknown>): RawBuilder<string | null> {
  if (!isTracing()) return sql`null::text`;
  return sql`(select trace_parent from payout_traces where payout_id = ${payoutId})`;
}

/** The stored trace of the payout with a reference. */
export async function findTrace(reference: string): Promise<string | null> {
  if (!isTracing()) return null;
  const { rows } = await sql<{ readonly trace: string | null }>`
    select ${traceOf(sql.ref("payouts.id"))} as trace from payouts
    where reference_id = ${reference}
  `.execute(database());
  return rows[0]?.trace ?? null;
}
