import type { ApprovalPolicy, BandForm } from "@rokad/contract/approval-policies";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Band } from "./policy.ts";
import { asCooling } from "./policy-queries.ts";

/** Bands as the database stores them. */
export function asBands(bands: readonly BandForm[]): Band[] {
  return bands.map(({ amount_up_to: upTo, methods, sources, beneficiary, steps }) => ({
    up_to_paise: upTo === null ? null : Number(rupeesToPaise(upTo)),
    methods,
    sources,
    beneficiary,
    steps,
  }));
}

/** The newest versions of a tenant's policy, newest first, with the names of people. */
export async function describePolicies(
  db: Db,
  { tenantId: id }: Pick<Tenant, "tenantId">,
  states?: readonly ApprovalPolicy["state"][],
): Promise<ApprovalPolicy[]> {
  const rows = await db
    .selectFrom("approval_policies")
    .selectAll()
    .where("tenant_id", "=", id)
    .$if(states !== undefined, (query) => query.where("state", "in", [...(states ?? [])]))
    .orderBy("version", "desc")
    .limit(100)
    .execute();
  const bandsOf = (row: (typeof rows)[number]) => row.bands as unknown as Band[];
  const ids = rows.flatMap((row) => [
    row.proposed_by,
    ...(row.decided_by ? [row.decided_by] : []),
    ...bandsOf(row).flatMap(({ steps }) => steps.flatMap(({ people }) => people)),
  ]);
  const nameOf = await findNames(db, ids);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    state: row.state as ApprovalPolicy["state"],
    bands: bandsOf(row).map(({ up_to_paise: upTo, steps, ...conditions }) => ({
      amount_up_to: upTo === null ? null : inr(BigInt(upTo)),
      methods: conditions.methods && [...conditions.methods],
      sources: conditions.sources && [...conditions.sources],
      beneficiary: conditions.beneficiary,
      steps: steps.map(({ approvals, roles, people }) => ({
        approvals,
        roles: [...roles],
        people: people.map(nameOf),
      })),
    })),
    cooling: describeCooling(row),
    counts_day: row.counts_day,
    reason: row.reason,
    proposed_by: nameOf(row.proposed_by),
    proposed_at: row.proposed_at.toISOString(),
    decided_by: row.decided_by ? nameOf(row.decided_by) : null,
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
}

function describeCooling(row: Parameters<typeof asCooling>[0]): ApprovalPolicy["cooling"] {
  const cooling = asCooling(row);
  return cooling && { amount: inr(cooling.abovePaise), hours: cooling.hours };
}

/** @returns a person's id with the name, for each of these ids. */
export async function findNames(db: Db, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("people")
          .select(["id", "name"])
          .where("id", "in", [...new Set(ids)])
          .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id: string) => ({ id, name: names.get(id) ?? "Someone" });
}
