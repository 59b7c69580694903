import type { Difference, DifferenceSide } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { database, type Db, type Tx } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { lockPayout } from "../../payouts/decisions/lock-decidable-payout.ts";

/** Differences with their payout, its tenant, and the people who handled them. */
export function selectDifferences(db: Db) {
  return db
    .selectFrom("reconciliation_differences as differences")
    .leftJoin("payouts", "payouts.id", "differences.payout_id")
    .leftJoin("tenants", "tenants.id", "payouts.tenant_id")
    .leftJoin("people as first_approvers", "first_approvers.id", "differences.first_by")
    .leftJoin("people as closers", "closers.id", "differences.ended_by")
    .selectAll("differences")
    .select([
      "payouts.reference_id",
      "tenants.id as tenant_id",
      "tenants.name as tenant_name",
      "first_approvers.name as first_name",
      "closers.name as closer_name",
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

/** A condition over rows named `differences`. */
export function matchesFilter({ adapter, day, kind = "all", state = "all" }: DifferenceFilter) {
  return sql<boolean>`(
    (${adapter ?? null}::text is null or differences.adapter = ${adapter ?? null})
    and (${day ?? null}::text is null or differences.day = ${day ?? null})
    and (${kind} = 'all' or differences.kind = ${kind})
    and (${state} = 'all' or (differences.state = 'open') = (${state} = 'open'))
  )`;
}

/** A difference as the API shows it. */
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
    // Only `finishRun` and `handleDifference` write these, in the shape of the contract.
    ours: row.ours as DifferenceSide | null,
    theirs: row.theirs as DifferenceSide | null,
    found_at: row.found_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    first: firstOf(row),
    // Only `recordReturn` writes it, in the shape of the contract.
    first_return: row.first_return as Difference["first_return"],
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_by: row.closer_name,
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

/** A difference as it is now. @throws 404. */
export async function findDifference(id: string): Promise<DifferenceRow> {
  const row = await selectDifferences(database())
    .where("differences.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("This difference");
  return row;
}

/**
 * Closes the race between two people: the second waits here and sees the first one's change. Its
 * payout is locked before it, the order in which a provider update locks them.
 * @throws 404.
 */
export async function lockDifference(
  db: Tx,
  { id, payout_id: payoutId }: DifferenceRow,
): Promise<DifferenceRow> {
  if (payoutId !== null) await lockPayout(db, payoutId);
  const row = await selectDifferences(db)
    .where("differences.id", "=", id)
    .forNoKeyUpdate("differences")
    .executeTakeFirst();
  if (!row) throw notFound("This difference");
  return row;
}
