import type { Difference, DifferenceSide } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Each with the payout that it is about, whose that is, and who ended it. */
export function selectDifferences(db: Db) {
  return db
    .selectFrom("reconciliation_differences as differences")
    .leftJoin("payouts", "payouts.id", "differences.payout_id")
    .leftJoin("people as tenants", "tenants.id", "payouts.person_id")
    .leftJoin("people as firsts", "firsts.id", "differences.first_by")
    .leftJoin("people as enders", "enders.id", "differences.ended_by")
    .selectAll("differences")
    .select([
      "payouts.reference_id",
      "tenants.id as tenant_id",
      "tenants.name as tenant_name",
      "firsts.name as first_name",
      "enders.name as ender",
    ]);
}

export type DifferenceRow = Awaited<
  ReturnType<ReturnType<typeof selectDifferences>["execute"]>
>[number];

export interface DifferenceFilter {
  readonly adapter?: string | undefined;
  readonly day?: string | undefined;
  readonly kind?: Difference["kind"] | "all" | undefined;
  readonly state?: "all" | "open" | "handled" | undefined;
}

/** For a `where` over rows named `differences`. */
export function inFilter({ adapter, day, kind = "all", state = "all" }: DifferenceFilter) {
  return sql<boolean>`(
    (${adapter ?? null}::text is null or differences.adapter = ${adapter ?? null})
    and (${day ?? null}::text is null or differences.day = ${day ?? null})
    and (${kind} = 'all' or differences.kind = ${kind})
    and (${state} = 'all' or (differences.state = 'open') = (${state} = 'open'))
  )`;
}

/** A difference as the console knows it. */
export function asDifference(row: DifferenceRow): Difference {
  const { payout_id, reference_id, tenant_id, tenant_name } = row;
  return {
    id: row.id,
    adapter: row.adapter,
    day: row.day,
    kind: row.kind,
    is_severe: row.is_severe,
    action: row.action,
    state: row.state,
    payout:
      payout_id && reference_id && tenant_id
        ? { id: payout_id, reference: reference_id, tenant_id, tenant: tenant_name ?? "" }
        : null,
    subject: row.subject,
    provider_reference: row.provider_reference,
    // Written by `finishRun` and `handleDifference` alone, as the contract has it.
    ours: row.ours as DifferenceSide | null,
    theirs: row.theirs as DifferenceSide | null,
    found_at: row.found_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    first: firstOf(row),
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_by: row.ender,
    reason: row.reason,
  };
}

function firstOf({ first_by: by_id, first_name, first_at, first_reason }: DifferenceRow) {
  if (by_id === null || first_at === null) return null;
  return {
    by_id,
    by: first_name ?? "",
    at: first_at.toISOString(),
    reason: first_reason ?? "",
  };
}
