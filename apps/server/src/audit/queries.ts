import { auditActs, type AuditGroup } from "@rokad/contract/audit";
import { expressionBuilder, sql, type ExpressionBuilder } from "kysely";
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

/** So few rows of an act or of some days are looked through, whoever they are about. */
const lookedThroughMax = 10_000n;

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

/** Between which numbers a filter's days and acts have rows, and how many; of no rows, null. */
export interface Stretch {
  readonly first: bigint;
  readonly last: bigint;
  readonly count: bigint;
}

/** From what is kept of each day: whatever the log's length, and however long ago the days are. */
export async function findStretch({ group, from, to }: AuditFilter): Promise<Stretch | null> {
  const { first, last, count } = await (
    await reading()
  )
    .selectFrom("audit_days")
    .select((eb) => [
      eb.fn.min("first_seq").as("first"),
      eb.fn.max("last_seq").as("last"),
      sql<bigint>`coalesce(sum(count), 0)::bigint`.as("count"),
    ])
    .$if(isGroup(group), (days) => days.where("act", "in", actsOf(group as AuditGroup)))
    .$if(from !== undefined, (days) => days.where("day", ">=", sql<Date>`${from}::date`))
    .$if(to !== undefined, (days) => days.where("day", "<=", sql<Date>`${to}::date`))
    .executeTakeFirstOrThrow();
  return first === null || last === null ? null : { first, last, count };
}

/** What is asked for: a filter, whom it means, and where in the log it can be. */
export interface Asked {
  readonly filter: AuditFilter;
  readonly people: string[] | null;
  readonly stretch: Stretch;
}

/** The rows of a filter before a number, newest first; days are whole days in Asia/Kolkata. */
export async function logRows(asked: Asked, before: bigint | undefined, limit: number) {
  const end =
    before === undefined || before > asked.stretch.last ? asked.stretch.last + 1n : before;
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
      // By the key; what somebody forged need not be an id.
      sql<string | null>`case
        when subject_kind in ('person', 'tenant') and subject_id ~* ${uuid.source}
          then (select name from people where people.id = subject_id::uuid)
      end`.as("subject_name"),
      "reason",
      "before",
      "after",
      "address",
      "user_agent",
      "hash",
    ])
    .where((eb) =>
      isAboutSomebody(asked) && asked.stretch.count > lookedThroughMax
        ? eb("seq", "in", newestAbout(asked, end, limit))
        : eb.and([within(asked, end)(eb), ...about(eb, asked)]),
    )
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

export type LogRow = Awaited<ReturnType<typeof logRows>>[number];

/** How many rows a filter has, for an export's progress. */
export async function countRows(asked: Asked): Promise<bigint> {
  if (!isAboutSomebody(asked)) return asked.stretch.count;
  const { count } = await (
    await reading()
  )
    .selectFrom("audit_log")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(within(asked, asked.stretch.last + 1n))
    .where((eb) => eb.and(about(eb, asked)))
    .executeTakeFirstOrThrow();
  return count;
}

function isAboutSomebody({ filter, people }: Asked): boolean {
  return people !== null || Boolean(filter.search);
}

/**
 * The numbers of the newest rows about anybody of a filter: of each by the index of their own rows.
 * PostgreSQL left to itself would walk the whole log for those of whom there are few.
 */
function newestAbout(asked: Asked, end: bigint, limit: number) {
  const { filter, people } = asked;
  const { search } = filter;
  const eb = expressionBuilder<DB, "audit_log">();
  // Of the two, a search means fewer rows.
  const others =
    search && people ? eb.and([within(asked, end)(eb), isOf(eb, people)]) : within(asked, end)(eb);
  const subjects = search ? [idOf(search)] : (people ?? []);
  const actors = subjects.map((id) => (uuid.test(id) ? id : null));
  const seq = search ? (rowNumber.exec(search)?.[1] ?? null) : null;
  return sql<bigint>`(
    select distinct seq from unnest(${subjects}::text[], ${actors}::uuid[]) as of (subject, actor)
    cross join lateral (
      (select seq from audit_log where actor_id = of.actor and ${others} order by seq desc limit ${limit})
      union all
      (select seq from audit_log where subject_id = of.subject and ${others} order by seq desc limit ${limit})
      union all
      select seq from audit_log where seq = ${seq}::bigint and ${others}
    ) as found
    order by seq desc limit ${limit}
  )`;
}

function within({ filter: { group, from, to }, stretch }: Asked, end: bigint) {
  return (eb: ExpressionBuilder<DB, "audit_log">) =>
    eb.and([
      ...(isGroup(group) ? [eb("act", "in", actsOf(group))] : []),
      ...(from ? [eb("at", ">=", startOfDay(from))] : []),
      ...(to ? [eb("at", "<", endOfDay(to))] : []),
      eb("seq", ">=", stretch.first),
      eb("seq", "<", end),
    ]);
}

function about(eb: ExpressionBuilder<DB, "audit_log">, { filter: { search }, people }: Asked) {
  return [...(people ? [isOf(eb, people)] : []), ...(search ? [isAbout(eb, search)] : [])];
}

function isOf(eb: ExpressionBuilder<DB, "audit_log">, people: string[]) {
  return eb.or([
    eb("actor_id", "=", eb.fn.any(eb.val(people))),
    eb("subject_id", "=", eb.fn.any(eb.val(people))),
  ]);
}

function isGroup(group: AuditFilter["group"]): group is AuditGroup {
  return group !== undefined && group !== "all";
}

function actsOf(group: AuditGroup): string[] {
  return Object.keys(auditActs).filter((act) => act.startsWith(`${group}.`));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const rowNumber = /^#?(\d{1,18})$/;

/** An id as the log has it. */
const idOf = (search: string) => (uuid.test(search) ? search.toLowerCase() : search);

function isAbout(eb: ExpressionBuilder<DB, "audit_log">, search: string) {
  const seq = rowNumber.exec(search)?.[1];
  return eb.or([
    eb("subject_id", "=", idOf(search)),
    ...(seq ? [eb("seq", "=", BigInt(seq))] : []),
    ...(uuid.test(search) ? [eb("actor_id", "=", search)] : []),
  ]);
}
