import type { PersonDeputies } from "@rokad/contract/deputies";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { asks, findUnmetStep } from "../approval-policies/match-approvers.ts";
import type { Place } from "../approval-policies/policy.ts";
import {
  nextApprovers,
  progressOf,
  remainingSteps,
  takenPlaces,
  type Waiting,
} from "../approval-policies/progress.ts";
import * as batches from "../batches/stored-batch.ts";
import { phraseOf, waitingSentence } from "../requests/notify-waiting.ts";
import * as requests from "../requests/stored-request.ts";
import * as schedules from "../schedules/stored-schedule.ts";

type WaitingItem = PersonDeputies["waiting"][number];

/** Bounds what one query for the requests, batches or schedules of a tenant reads. */
const waitingMax = 1_000;

/**
 * What waits for an approval of this person, in this or a later step: by name, or by a role that they
 * have. What nobody can complete without them comes first, then the oldest.
 */
export async function listWaiting(
  db: Db,
  tenantId: string,
  person: Place,
  members: readonly Member[],
): Promise<WaitingItem[]> {
  const items = [
    ...(await readRequests(db, tenantId)),
    ...(await readBatches(db, tenantId)),
    ...(await readSchedules(db, tenantId)),
  ];
  return items
    .filter(({ waiting }) => waitsFor(waiting, person))
    .map(({ waiting, ...item }) => ({
      ...item,
      sentence: waitingSentence(nextApprovers(waiting, members), members),
      needs_person: needsPerson(waiting, person, members),
    }))
    .toSorted(
      (one, other) =>
        Number(other.needs_person) - Number(one.needs_person) ||
        one.since.localeCompare(other.since),
    );
}

type Found = Pick<WaitingItem, "kind" | "id" | "title" | "since"> & { readonly waiting: Waiting };

async function readRequests(db: Db, tenantId: string): Promise<Found[]> {
  const { rows } = await sql<requests.StoredRequest>`
    select * from payment_requests
    where tenant_id = ${tenantId} and state = 'awaiting_approval'
    order by id limit ${waitingMax}
  `.execute(db);
  const givenOf = await requests.readApprovals(db, rows);
  return rows.map((row) => ({
    kind: "request",
    id: row.id,
    title: phraseOf(row),
    since: (row.waits_since ?? row.created_at).toISOString(),
    waiting: requests.waitingOf(row, givenOf(row.id)),
  }));
}

async function readBatches(db: Db, tenantId: string): Promise<Found[]> {
  const { rows } = await sql<batches.StoredBatch>`
    select * from payout_batches
    where tenant_id = ${tenantId} and state = 'awaiting_approval'
    order by id limit ${waitingMax}
  `.execute(db);
  const givenOf = await batches.readBatchApprovals(db, rows);
  return rows.map((row) => ({
    kind: "batch",
    id: row.id,
    title: row.file_name,
    since: (row.waits_since ?? row.submitted_at ?? row.created_at).toISOString(),
    waiting: batches.waitingOf(row, givenOf(row.id)),
  }));
}

async function readSchedules(db: Db, tenantId: string): Promise<Found[]> {
  const { rows } = await sql<schedules.StoredSchedule>`
    select ${schedules.scheduleColumns} from payout_schedules
    where tenant_id = ${tenantId} and state = 'awaiting_approval'
    order by id limit ${waitingMax}
  `.execute(db);
  return Promise.all(
    rows.map(async (row) => ({
      kind: "schedule" as const,
      id: row.id,
      title: phraseOf(row),
      since: (row.waits_since ?? row.submitted_at ?? row.created_at).toISOString(),
      waiting: schedules.waitingOf(row, await schedules.readScheduleApprovals(db, row)),
    })),
  );
}

function waitsFor(waiting: Waiting, person: Place): boolean {
  const left = remainingSteps(waiting.steps, progressOf(waiting));
  return !takenPlaces(waiting).has(person.id) && left.some((step) => asks(step, person));
}

/** Whether the others could not give all that is left, with neither the person nor a deputy. */
function needsPerson(waiting: Waiting, { id }: Place, members: readonly Member[]): boolean {
  const { preparedBy, steps, given } = waiting;
  const left = remainingSteps(steps, progressOf(waiting));
  const others = members.filter(
    (member) =>
      member.id !== id &&
      !preparedBy.includes(member.id) &&
      !given.some(({ personId }) => personId === member.id),
  );
  return findUnmetStep(left, others, takenPlaces(waiting).add(id)) !== undefined;
}
