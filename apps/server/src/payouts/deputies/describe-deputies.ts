import type { PersonDeputies } from "@rokad/contract/deputies";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";
import { notFound } from "../../kernel/errors.ts";
import { canApprove } from "../approval-policies/match-approvers.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { listWaiting } from "./list-waiting.ts";

/** The deputies of a member, and what waits for the member. @throws 404, also for another tenant's. */
export async function describeDeputies(
  db: Db,
  tenantId: string,
  personId: string,
): Promise<PersonDeputies> {
  const person = await db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "person_id")
    .select(["people.id", "people.name", "roles"])
    .where("tenant_id", "=", tenantId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (!person) throw notFound("This member");
  const [members, named] = await Promise.all([
    listApprovers(db, tenantId),
    readDeputies(db, tenantId, personId),
  ]);
  const candidates = members
    .filter(({ id, roles }) => id !== personId && canApprove(roles))
    .map(({ id, name }) => ({ id, name }));
  const waiting = await listWaiting(db, tenantId, person, members);
  const [first] = named;
  return {
    id: person.id,
    name: person.name,
    deputies: named.map(({ deputy_id: id, name }) => ({
      id,
      name,
      can_approve: candidates.some((candidate) => candidate.id === id),
    })),
    away_from: first?.away_from ?? null,
    away_until: first?.away_until ?? null,
    named_by: first ? { id: first.named_by, name: first.named_by_name } : null,
    named_at: first?.named_at.toISOString() ?? null,
    candidates,
    waiting: waiting.slice(0, limits.waitingShownMax),
    waiting_count: waiting.length,
    needs_person_count: waiting.filter(({ needs_person: needs }) => needs).length,
  };
}

interface NamedDeputy {
  readonly deputy_id: string;
  readonly name: string;
  /** `YYYY-MM-DD`; null also for a leave that is over. */
  readonly away_from: string | null;
  readonly away_until: string | null;
  readonly named_by: string;
  readonly named_by_name: string;
  readonly named_at: Date;
}

/** The current deputies of a person, by name. */
export async function readDeputies(
  db: Db,
  tenantId: string,
  personId: string,
): Promise<NamedDeputy[]> {
  const { rows } = await sql<NamedDeputy>`
    select deputy_id, deputy.name, named_by, namer.name as named_by_name, named_at,
      case when away_until >= ${today()}::date then away_from::text end as away_from,
      case when away_until >= ${today()}::date then away_until::text end as away_until
    from deputies
    join people as deputy on deputy.id = deputy_id
    join people as namer on namer.id = named_by
    where tenant_id = ${tenantId} and person_id = ${personId} and ended_at is null
    order by deputy.name, deputy_id
  `.execute(db);
  return rows;
}
