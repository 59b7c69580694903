import { auditActs, type AuditGroup } from "@rokad/contract/audit";
import { sql, type ExpressionBuilder } from "kysely";
import type { DB } from "../database.generated.ts";
import { endOfDay, startOfDay } from "../days.ts";
import { containing } from "../search.ts";
import { reading } from "../replica.ts";

export interface AuditFilter {
  readonly group?: AuditGroup | "all" | undefined;
  readonly person?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Of a name that very many have, the first people are enough. */
const peopleMax = 200;

/** The people whom a filter means; null where it asks for none. */
export async function peopleOf({ person }: AuditFilter): Promise<string[] | null> {
  if (!person) return null;
  const found = await (
    await reading()
  )
    .selectFrom("people")
    .select("id")
    .where((eb) =>
      eb.or([eb("mobile", "like", containing(person)), eb("name", "ilike", containing(person))]),
    )
    .orderBy("id", "desc")
    .limit(peopleMax)
    .execute();
  return found.map(({ id }) => id);
}

/** The rows of a filter before a number, newest first; days are whole days in Asia/Kolkata. */
export async function logRows(
  filter: AuditFilter,
  people: string[] | null,
  before: bigint | undefined,
  limit: number,
) {
  return (await reading())
    .selectFrom("audit_log")
    .leftJoin("people as actor", "actor.id", "audit_log.actor_id")
    .select([
      "seq",
      "at",
      "act",
      "actor_id",
      "actor.name as actor_name",
      "actor.mobile as actor_mobile",
      "actor.role as actor_role",
      "subject_kind",
      "subject_id",
      sql<string | null>`case when subject_kind in ('person', 'tenant') then (
        select name from people where people.id::text = subject_id
      ) end`.as("subject_name"),
      "reason",
      "before",
      "after",
      "address",
      "user_agent",
      "hash",
    ])
    .where(matching(filter, people))
    .$if(before !== undefined, (rows) => rows.where("seq", "<", before ?? 0n))
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

export type LogRow = Awaited<ReturnType<typeof logRows>>[number];

/** How many rows a filter has, for an export's progress. */
export async function countRows(filter: AuditFilter, people: string[] | null): Promise<bigint> {
  const { count } = await (
    await reading()
  )
    .selectFrom("audit_log")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(matching(filter, people))
    .executeTakeFirstOrThrow();
  return count;
}

function matching({ group, search, from, to }: AuditFilter, people: string[] | null) {
  return (eb: ExpressionBuilder<DB, "audit_log">) =>
    eb.and([
      ...(group && group !== "all" ? [eb("act", "in", actsOf(group))] : []),
      ...(people
        ? [
            eb.or([
              eb("actor_id", "=", eb.fn.any(eb.val(people))),
              eb("subject_id", "=", eb.fn.any(eb.val(people))),
            ]),
          ]
        : []),
      ...(search ? [isAbout(eb, search)] : []),
      ...(from ? [eb("at", ">=", startOfDay(from))] : []),
      ...(to ? [eb("at", "<", endOfDay(to))] : []),
    ]);
}

function actsOf(group: AuditGroup): string[] {
  return Object.keys(auditActs).filter((act) => act.startsWith(`${group}.`));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isAbout(eb: ExpressionBuilder<DB, "audit_log">, search: string) {
  const seq = /^#?(\d{1,18})$/.exec(search)?.[1];
  return eb.or([
    eb("subject_id", "=", uuid.test(search) ? search.toLowerCase() : search),
    ...(seq ? [eb("seq", "=", BigInt(seq))] : []),
    ...(uuid.test(search) ? [eb("actor_id", "=", search)] : []),
  ]);
}
