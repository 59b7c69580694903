import { auditActs, type AuditGroup } from "@rokad/contract/audit";
import type { Role } from "@rokad/contract/sign-in";
import { expressionBuilder, sql, type ExpressionBuilder } from "kysely";
import type { DB } from "../../database/tables.generated.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { digitsOf } from "../../kernel/digits-of.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { likePattern } from "../../database/like-pattern.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { findSubjects, subjectName, uuid } from "./subjects.ts";

export interface AuditFilter {
  readonly group?: AuditGroup | "all" | undefined;
  readonly person?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Of a search for a common name. */
const peopleMax = 200;

/** Up to this many rows in range, a scan is faster than an index per person. */
const scannedRowsMax = 10_000n;

/**
 * The ids of the people that a filter matches; null when it has no person.
 * @throws 400 when it matches too many: a part of them would leave out rows of the log.
 */
async function findPeople({ person }: AuditFilter): Promise<string[] | null> {
  if (!person) return null;
  const rows = await (
    await replicaOrPrimary()
  )
    .selectFrom("people")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("mobile", "like", likePattern(digitsOf(person))),
        eb("name", "ilike", likePattern(person)),
      ]),
    )
    .limit(peopleMax + 1)
    .execute();
  if (rows.length > peopleMax)
    throw invalidInput({
      person: `More than ${peopleMax} people match. Enter more of the name or number.`,
    });
  return rows.map(({ id }) => id);
}

/** The first and last row number of a filter's days and acts, and how many rows they have. */
export interface RowRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly count: bigint;
}

/**
 * Finds the row range in the daily index, which takes the same time for a log of any length.
 * @returns null when no row matches.
 */
async function findRowRange({ group, from, to }: AuditFilter): Promise<RowRange | null> {
  const { first, last, count } = await (
    await replicaOrPrimary()
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

/** A filter with the people and subjects that it matches, null without one, and its row range. */
export interface LogQuery {
  readonly filter: AuditFilter;
  readonly people: string[] | null;
  readonly subjects: string[] | null;
  readonly range: RowRange;
}

/** @returns null when no row matches. @throws 400 when too many people match. */
export async function prepareLogQuery(filter: AuditFilter): Promise<LogQuery | null> {
  const [people, subjects, range] = await Promise.all([
    findPeople(filter),
    findSubjects(filter.search),
    findRowRange(filter),
  ]);
  return range && { filter, people, subjects, range };
}

/** The rows of a filter before a row number, newest first. Days are days in Asia/Kolkata. */
export async function selectLogRows(query: LogQuery, before: bigint | undefined, limit: number) {
  const end = before === undefined || before > query.range.last ? query.range.last + 1n : before;
  return (await replicaOrPrimary())
    .selectFrom("audit_log")
    .leftJoin("people as actor", "actor.id", "audit_log.actor_id")
    .select([
      "seq",
      "at",
      "act",
      "actor_id",
      "actor.name as actor_name",
      "actor.mobile as actor_mobile",
      sql<Role | "member" | null>`case
        when actor.id is null then null
        when actor.installation_roles is not null then 'superadmin'
        else coalesce((select role from tenants where tenants.id = actor.id), 'member')
      end`.as("actor_role"),
      "subject_kind",
      "subject_id",
      subjectName.as("subject_name"),
      "reason",
      "before",
      "after",
      "address",
      "user_agent",
      "hash",
    ])
    .where((eb) =>
      hasSubject(query) && query.range.count > scannedRowsMax
        ? eb("seq", "in", newestOfSubjects(query, end, limit))
        : eb.and([inRange(query, end)(eb), ...subjectConditions(eb, query)]),
    )
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

export type LogRow = Awaited<ReturnType<typeof selectLogRows>>[number];

/** The number of rows of a filter, for an export's progress. */
export async function countLogRows(query: LogQuery): Promise<bigint> {
  if (!hasSubject(query)) return query.range.count;
  const { count } = await (
    await replicaOrPrimary()
  )
    .selectFrom("audit_log")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(inRange(query, query.range.last + 1n))
    .where((eb) => eb.and(subjectConditions(eb, query)))
    .executeTakeFirstOrThrow();
  return count;
}

function hasSubject({ people, subjects }: LogQuery): boolean {
  return people !== null || subjects !== null;
}

/**
 * The numbers of the newest rows about a filter's people or search, by the index of each subject.
 * Without this, PostgreSQL scans the whole log for a subject with few rows.
 */
function newestOfSubjects(query: LogQuery, end: bigint, limit: number) {
  const { people, subjects } = query;
  const eb = expressionBuilder<DB, "audit_log">();
  // With both given, the search drives the index, because it matches fewer rows.
  const condition =
    subjects && people
      ? eb.and([inRange(query, end)(eb), involvesPeople(eb, people)])
      : inRange(query, end)(eb);
  const ids = (subjects ?? people ?? []).map((id) => ({
    subject: id,
    actor: uuid.test(id) ? id : null,
  }));
  const seq = rowNumber.exec(query.filter.search ?? "")?.[1] ?? null;
  return sql<bigint>`(
    select distinct seq from ${unnestRows("subjects", { subject: "text", actor: "uuid" }, ids)}
    cross join lateral (
      (select seq from audit_log where actor_id = subjects.actor and ${condition} order by seq desc limit ${limit})
      union all
      (select seq from audit_log where subject_id = subjects.subject and ${condition} order by seq desc limit ${limit})
      union all
      select seq from audit_log where seq = ${seq}::bigint and ${condition}
    ) as matches
    order by seq desc limit ${limit}
  )`;
}

function inRange({ filter: { group, from, to }, range }: LogQuery, end: bigint) {
  return (eb: ExpressionBuilder<DB, "audit_log">) =>
    eb.and([
      ...(isGroup(group) ? [eb("act", "in", actsOf(group))] : []),
      ...(from ? [eb("at", ">=", startOfDay(from))] : []),
      ...(to ? [eb("at", "<", endOfDay(to))] : []),
      eb("seq", ">=", range.first),
      eb("seq", "<", end),
    ]);
}

function subjectConditions(
  eb: ExpressionBuilder<DB, "audit_log">,
  { filter: { search }, people, subjects }: LogQuery,
) {
  return [
    ...(people ? [involvesPeople(eb, people)] : []),
    ...(search && subjects ? [matchesSearch(eb, search, subjects)] : []),
  ];
}

function involvesPeople(eb: ExpressionBuilder<DB, "audit_log">, people: string[]) {
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

const rowNumber = /^#?(\d{1,18})$/;

function matchesSearch(eb: ExpressionBuilder<DB, "audit_log">, search: string, subjects: string[]) {
  const seq = rowNumber.exec(search)?.[1];
  return eb.or([
    eb("subject_id", "=", eb.fn.any(eb.val(subjects))),
    ...(seq ? [eb("seq", "=", BigInt(seq))] : []),
    ...(uuid.test(search) ? [eb("actor_id", "=", search)] : []),
  ]);
}
