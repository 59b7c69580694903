import { eventTypeNames } from "@rokad/contract/event-types";
import type { PayoutStatus } from "@rokad/contract/payouts";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { readVersion, writeVersion } from "../../kernel/list-cursor.ts";
import type { Tenant } from "../../kernel/person.ts";
import { payoutColumns, type PayoutRow } from "../queries.ts";
import { asPayout } from "./list-payouts.ts";

/** Less than events are kept, also with the days of a walk: none of them is deleted during it. */
const reachDays = 80;
/** How long a walk that began in time may go on. */
const walkDaysMax = 5;
const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;
const aheadSecondsMax = 60;
/** A payout has about three events, of which its last one shows it. */
const eventsPerPayout = 3;

const types = eventTypeNames.filter((type) => type.startsWith("payout."));

interface Page {
  readonly status?: PayoutStatus | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the payouts with an event that was numbered at or after a time, oldest event first. It
 * reads the events of the page and finds the first one in about 20 steps.
 *
 * No change is lost: an event can be read once it is numbered, and a later one is numbered later
 * (decision 92). So a change whose transaction commits after this answer is at or after its
 * `updated_until`, whenever it began. An event that no longer says how its payout stands is left out,
 * because a newer one follows.
 * @throws 400 for a time that events don't reach, and for a cursor of another list.
 */
export async function scanChangedPayouts(
  db: Db,
  tenant: Tenant,
  since: Date,
  { status, after, limit }: Page,
) {
  const cursorOf = ["changed payouts", tenant.tenantId, status, since.toISOString()];
  const place = readVersion(cursorOf, after);
  assertRecent(since, place === undefined ? 0 : walkDaysMax * dayMs);
  const eventsMax = limit * eventsPerPayout;
  const { numbering, events } = await readEvents(db, tenant, since, { status, place, eventsMax });
  assertReached(since, numbering.since);
  assertNotInFuture(since, numbering);
  const { rows, last } = takePage(events, { limit, eventsMax });
  return {
    data: rows.map((row) => asPayout(tenant, row)),
    next: last ? writeVersion(cursorOf, last.version) : null,
    updated_until: (last?.numbered_at ?? numbering.next_at ?? since).toISOString(),
  };
}

/**
 * @throws 400 for a time whose events may be deleted during a walk. It names a full hour, which is
 *   accepted for an hour at least.
 */
function assertRecent(since: Date, walkedMs: number): void {
  const oldestMs = now().getTime() - reachDays * dayMs;
  if (since.getTime() >= oldestMs - walkedMs) return;
  throw notReached(new Date(Math.ceil(oldestMs / hourMs + 1) * hourMs));
}

/** @throws 400 for a time from which on some changes are not known. */
function assertReached(since: Date, oldest: Date | null): void {
  if (oldest && since < oldest) throw notReached(oldest);
}

const notReached = (oldest: Date) =>
  invalidInput({
    updated_since: `updated_since reaches back to ${oldest.toISOString()}. Leave it out to read all.`,
  });

/** @throws 400 for a time that is a mistake. Servers' clocks differ, so an answer's own is none. */
function assertNotInFuture(since: Date, { next_at: newest }: Numbering): void {
  if (since <= secondsFromNow(aheadSecondsMax) || (newest && since <= newest)) return;
  throw invalidInput({ updated_since: "updated_since must not be in the future" });
}

interface Numbering {
  /** From when on payouts have events; null if they always had. */
  readonly since: Date | null;
  /** Events that can't be read yet are numbered at or after this; null before the first one. */
  readonly next_at: Date | null;
}

interface PayoutEvent {
  readonly version: bigint;
  readonly numbered_at: Date;
  /** Null if a newer event says how the payout stands, or if the filter has another status. */
  readonly payout: PayoutRow | null;
}

interface Window {
  readonly status: PayoutStatus | undefined;
  /** The version of the last event that was read. */
  readonly place: bigint | undefined;
  readonly eventsMax: number;
}

/** The events with their payouts, and up to where events are numbered, in one snapshot. */
async function readEvents(db: Db, { tenantId }: Tenant, since: Date, window: Window) {
  const { status, place, eventsMax } = window;
  const start = place === undefined ? firstSince(tenantId, since) : sql`${place}::bigint + 1`;
  const columns = sql.join(payoutColumns.map((column) => sql.ref(`payouts.${column}`)));
  const { rows } = await sql<Row>`
    with start as materialized (select ${start} as version),
    recent as materialized (
      select page.* from unnest(${types}::text[]) as wanted (wanted_type)
      -- Each type is a range of its index, whatever lies between its events.
      cross join lateral (
        select version, numbered_at, subject_id, status from events
        where tenant_id = ${tenantId} and type = wanted_type
          and version >= (select version from start)
        order by version limit ${eventsMax + 1}
      ) as page
      order by version limit ${eventsMax + 1}
    )
    select recent.version, recent.numbered_at, ${columns},
      nullif(numbering.since, '-infinity') as numbered_since,
      nullif(numbering.numbered_at, '-infinity') + interval '1 millisecond' as next_at
    from event_numbering as numbering left join recent on true
    left join payouts on payouts.id = recent.subject_id and payouts.tenant_id = ${tenantId}
      and payouts.status = recent.status
      and (${status ?? null}::text is null or payouts.status = ${status ?? null})
    order by recent.version
  `.execute(db);
  const [first] = rows;
  if (!first) throw new Error("Expected the row of the numbering, with or without events");
  const numbering: Numbering = { since: first.numbered_since, next_at: first.next_at };
  return { numbering, events: rows.flatMap(asEvents) };
}

/** Without an event, or without its payout, their columns are null. */
type Row = Omit<PayoutRow, "id"> & {
  readonly id: string | null;
  readonly version: bigint | null;
  readonly numbered_at: Date | null;
  readonly numbered_since: Date | null;
  readonly next_at: Date | null;
};

function asEvents({ version, numbered_at, id, ...row }: Row): PayoutEvent[] {
  if (version === null || numbered_at === null) return [];
  return [{ version, numbered_at, payout: id === null ? null : { ...row, id } }];
}

/**
 * The first version that was numbered at or after a time. Versions have no gaps and were numbered in
 * their order, so halving finds it.
 */
const firstSince = (tenantId: string, since: Date) => sql`(
  with recursive halves (low, high) as (
    select (select min(version) from events where tenant_id = ${tenantId}),
      (select version + 1 from event_heads where tenant_id = ${tenantId})
    union all
    select case when is_before then middle + 1 else low end,
      case when is_before then high else middle end
    from halves cross join lateral (
      select version as middle, numbered_at < ${since} as is_before from events
      where tenant_id = ${tenantId} and version = (low + high) / 2
    ) as probe
    where low < high
  )
  select low from halves order by high - low limit 1
)`;

/** The payouts of a page, each once, and the last event that it read; none at the end. */
function takePage(
  events: readonly PayoutEvent[],
  { limit, eventsMax }: { readonly limit: number; readonly eventsMax: number },
) {
  const rows = new Map<string, PayoutRow>();
  let last: PayoutEvent | undefined;
  for (const [index, event] of events.entries()) {
    const isFull = event.payout !== null && !rows.has(event.payout.id) && rows.size === limit;
    if (isFull || index === eventsMax) return { rows: [...rows.values()], last };
    if (event.payout) rows.set(event.payout.id, event.payout);
    last = event;
  }
  return { rows: [...rows.values()], last: undefined };
}
