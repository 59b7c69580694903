import type { RequestState } from "@rokad/contract/request-states";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { findNames } from "../approval-policies/describe-policy.ts";
import { canApproveNext } from "../approvals/describe-waiting.ts";
import { findWaiting } from "../approvals/subject.ts";
import { describeRequests } from "./describe-request.ts";
import { requestSubject } from "./request-subject.ts";
import { readApprovals, waitingOf } from "../approval-policies/read-approvals.ts";
import { type StoredRequest } from "./stored-request.ts";

interface Query {
  readonly view: "waiting_for_me" | "mine" | "all";
  readonly state?: "all" | RequestState | undefined;
  readonly page: number;
  readonly limit: number;
}

/** Bounds what one query for the requests that wait for a person reads. */
const waitingMax = 1_000;

/** A page of a tenant's requests. */
export async function listRequests(person: Tenant, query: Query) {
  const db = database();
  const [{ rows, total }, mineOpen] = await Promise.all([
    query.view === "waiting_for_me" ? pageWaiting(db, person, query) : pageAll(db, person, query),
    countOpen(db, person),
  ]);
  const pagination = pageOf(query, total);
  const data = await describeRequests(db, person, rows);
  return { data, pagination, total: pagination.total_records, summary: { mine_open: mineOpen } };
}

/** How many of the person's requests are open. */
async function countOpen(db: Db, person: Tenant): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from payment_requests
    where tenant_id = ${person.tenantId} and maker_id = ${person.member.id} and payout_id is null
      and state in ('draft', 'awaiting_approval', 'approved')
  `.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/** One request with its timeline. @throws 404, also for another tenant's. */
export async function showRequest(person: Tenant, id: string) {
  const db = database();
  const { rows } = await sql<StoredRequest>`
    select * from payment_requests where id = ${id} and tenant_id = ${person.tenantId}
  `.execute(db);
  const [request] = await describeRequests(db, person, rows);
  if (!request) throw notFound("This payment request");
  const events = await db
    .selectFrom("request_events")
    .select(["at", "event", "revision", "person_id", "detail"])
    .where("request_id", "=", id)
    .orderBy("id")
    .limit(500)
    .execute();
  const nameOf = await findNames(
    db,
    events.flatMap(({ person_id: by }) => by ?? []),
  );
  return {
    ...request,
    timeline: events.map(({ at, event, revision, person_id: by, detail }) => ({
      at: at.toISOString(),
      event,
      by: by ? nameOf(by) : null,
      sentence: detail ? `${sentences[event] ?? event}: ${detail}` : (sentences[event] ?? event),
      revision,
    })),
  };
}

const sentences: Readonly<Record<string, string>> = {
  created: "Prepared",
  submitted: "Submitted for approval",
  edited: "Edited; approvals before no longer count",
  approved: "Approved",
  returned: "Returned for approval",
  sent: "Sent as payout",
  blocked: "Approved, not sent yet",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  expired: "Expired",
};

/** The requests whose current step the person can approve, oldest first. */
async function findOwnTurns(db: Db, person: Tenant): Promise<StoredRequest[]> {
  const isTheirs = sql`tenant_id = ${person.tenantId}`;
  const rows = await findWaiting(db, requestSubject, isTheirs, { limit: waitingMax });
  const [members, givenOf] = await Promise.all([
    listApprovers(db, person.tenantId),
    readApprovals(db, rows),
  ]);
  return rows.filter((row) =>
    canApproveNext(waitingOf(row, givenOf(row.id)), members, person.member.id),
  );
}

async function pageWaiting(db: Db, person: Tenant, { page, limit }: Query) {
  const rows = await findOwnTurns(db, person);
  return { rows: rows.slice((page - 1) * limit, page * limit), total: BigInt(rows.length) };
}

async function pageAll(db: Db, person: Tenant, { view, state = "all", page, limit }: Query) {
  const filter = sql`
    tenant_id = ${person.tenantId}
    and (${view} = 'all' or maker_id = ${person.member.id})
    and (${state} = 'all' or state = ${state})
  `;
  const { rows } = await sql<StoredRequest>`
    select * from payment_requests where ${filter}
    order by id desc limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  const counted = await sql<{ count: bigint }>`
    select count(*) from payment_requests where ${filter}
  `.execute(db);
  return { rows, total: counted.rows[0]?.count ?? 0n };
}
