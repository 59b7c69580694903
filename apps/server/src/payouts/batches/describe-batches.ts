import type { PayoutBatch, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { batchActsIn, type BatchAct, type BatchState } from "@rokad/contract/batch-states";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { likePattern } from "../../database/like-pattern.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { findNames } from "../approval-policies/describe-policy.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import type { GivenApproval } from "../approval-policies/progress.ts";
import { canApproveNext, describeGiven, describeWaiting } from "../approvals/describe-waiting.ts";
import { describeCheck } from "./sum-assessment.ts";
import { readBatch, readBatchApprovals, waitingOf, type StoredBatch } from "./stored-batch.ts";

interface BatchFilter {
  readonly page: number;
  readonly limit: number;
  /** Part of the file's name. */
  readonly search?: string | undefined;
  readonly state?: "all" | BatchState | undefined;
}

/** A page of a tenant's batches, newest first. */
export async function listBatches(
  person: Tenant,
  { page, limit, search = "", state = "all" }: BatchFilter,
) {
  const db = database();
  const filter = sql`
    tenant_id = ${person.tenantId} and file_name ilike ${likePattern(search)}
    and (${state} = 'all' or state = ${state})
  `;
  const { rows } = await sql<StoredBatch>`
    select * from payout_batches where ${filter}
    order by id desc limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) from payout_batches where ${filter}
  `.execute(db);
  const pagination = pageOf({ page, limit }, counted[0]?.count ?? 0n);
  const data = await describeBatches(db, person, rows);
  return { data, pagination, total: pagination.total_records };
}

/** One batch with its assessment. @throws 404, also for another tenant's. */
export async function showBatch(person: Tenant, id: string): Promise<PayoutBatchDetail> {
  const db = database();
  const batch = await readBatch(db, person.tenantId, id);
  const [described] = await describeBatches(db, person, [batch]);
  if (!described) throw new Error(`Batch ${id} has no description`);
  return {
    ...described,
    columns: batch.columns,
    ...(await describeCheck(db, person, batch)),
  };
}

/** Rows and amounts of a batch by what became of them. */
interface Sums {
  readonly batch_id: string;
  readonly rows: bigint;
  readonly paise: bigint;
  readonly created: bigint;
  readonly created_paise: bigint;
  readonly paid: bigint;
  readonly paid_paise: bigint;
  readonly returned: bigint;
  readonly returned_paise: bigint;
  readonly failed: bigint;
  readonly failed_paise: bigint;
  readonly cancelled: bigint;
  readonly cancelled_paise: bigint;
  readonly waiting: bigint;
  readonly waiting_paise: bigint;
}

/**
 * Each part is counted by its own condition, and none is the rest of the others: a row that no
 * condition holds would show as a total that differs.
 */
async function sumBatches(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  const { rows } = await sql<Sums>`
    select batch_id, count(*) filter (where state <> 'removed') as rows,
      coalesce(sum(batch_rows.amount_paise) filter (where state <> 'removed'), 0)::bigint as paise,
      count(payout_id) as created,
      coalesce(sum(batch_rows.amount_paise) filter (where payout_id is not null), 0)::bigint as created_paise,
      count(*) filter (where payouts.status = 'success') as paid,
      coalesce(sum(batch_rows.amount_paise) filter (where payouts.status = 'success'), 0)::bigint as paid_paise,
      count(*) filter (where ${isPartlyReturned}) as returned,
      coalesce(sum(payouts.returned_paise) filter (where ${isPartlyReturned}), 0)::bigint as returned_paise,
      count(*) filter (where ${isFailed}) as failed,
      coalesce(sum(batch_rows.amount_paise) filter (where ${isFailed}), 0)::bigint as failed_paise,
      count(*) filter (where ${isCancelled}) as cancelled,
      coalesce(sum(batch_rows.amount_paise) filter (where ${isCancelled}), 0)::bigint as cancelled_paise,
      count(*) filter (where ${isWaiting}) as waiting,
      coalesce(sum(batch_rows.amount_paise) filter (where ${isWaiting}), 0)::bigint as waiting_paise
    from batch_rows left join payouts on payouts.id = payout_id
    where batch_id = any(${ids}::uuid[]) group by batch_id
  `.execute(db);
  return new Map(rows.map((row) => [row.batch_id, row]));
}

const isPartlyReturned = sql`payouts.status = 'success' and payouts.returned_paise > 0`;
const isFailed = sql`batch_rows.state = 'refused' or payouts.status = 'failed'`;
const isCancelled = sql`batch_rows.state = 'cancelled' or payouts.status = 'cancelled'`;
const isWaiting = sql`batch_rows.state in ('ready', 'wrong') or payouts.status in ('pending', 'processing')`;

async function describeBatches(
  db: Db,
  person: Tenant,
  batches: readonly StoredBatch[],
): Promise<PayoutBatch[]> {
  if (batches.length === 0) return [];
  const sums = await sumBatches(
    db,
    batches.map(({ id }) => id),
  );
  const members = await listApprovers(db, person.tenantId);
  const givenOf = await readBatchApprovals(db, batches);
  const nameOf = await findNames(
    db,
    batches.flatMap((batch) => [
      batch.maker_id,
      ...(batch.started_by ? [batch.started_by] : []),
      ...(batch.returned_by ? [batch.returned_by] : []),
      ...(batch.steps ?? []).flatMap(({ people }) => people),
      ...givenOf(batch.id).flatMap(({ personId, inPlaceOf }) => [
        personId,
        ...(inPlaceOf ? [inPlaceOf] : []),
      ]),
    ]),
  );
  const dueDays = await findDueDays(
    db,
    batches.map(({ id }) => id),
  );
  const keys = await findKeys(
    db,
    person,
    batches.flatMap(({ api_key_id: key }) => key ?? []),
  );
  const parents = await findFileNames(
    db,
    batches.flatMap(({ parent_id: parent }) => parent ?? []),
  );
  return batches.map((batch) => {
    const sum = sums.get(batch.id);
    const part = (count: bigint | undefined, paise: bigint | undefined) => ({
      count: Number(count ?? 0n),
      amount: inr(paise ?? 0n),
    });
    return {
      id: batch.id,
      file_name: batch.file_name,
      state: batch.state,
      revision: batch.revision,
      content_hash: batch.content_hash?.toString("hex") ?? null,
      funding: batch.funding,
      send_advices: batch.sends_advices,
      created_at: batch.created_at.toISOString(),
      started_at: batch.started_at?.toISOString() ?? null,
      ended_at: batch.ended_at?.toISOString() ?? null,
      maker: nameOf(batch.maker_id),
      api_key: batch.api_key_id === null ? null : (keys.get(batch.api_key_id) ?? null),
      started_by: batch.started_by ? nameOf(batch.started_by) : null,
      approval: describeApproval(batch, givenOf(batch.id), members, nameOf),
      returned: batch.returned_at
        ? {
            by: batch.returned_by ? nameOf(batch.returned_by) : null,
            reason: batch.returned_reason,
            at: batch.returned_at.toISOString(),
          }
        : null,
      parent: batch.parent_id
        ? { id: batch.parent_id, file_name: parents.get(batch.parent_id) ?? "" }
        : null,
      schedule: dueDays.get(batch.id) ?? null,
      rows: Number(sum?.rows ?? 0n),
      amount: inr(sum?.paise ?? 0n),
      progress:
        batch.state === "draft"
          ? null
          : {
              total: part(sum?.rows, sum?.paise),
              paid: part(sum?.paid, sum?.paid_paise),
              returned: part(sum?.returned, sum?.returned_paise),
              failed: part(sum?.failed, sum?.failed_paise),
              cancelled: part(sum?.cancelled, sum?.cancelled_paise),
              waiting: part(sum?.waiting, sum?.waiting_paise),
              created: part(sum?.created, sum?.created_paise),
            },
      pause:
        batch.paused_at === null
          ? null
          : {
              code: batch.pause_code ?? "PAUSED",
              message: batch.pause_message ?? "",
              at: batch.paused_at.toISOString(),
            },
      cancel_reason: batch.cancel_reason,
      can: actsOf(person, batch, {
        given: givenOf(batch.id),
        members,
        hasUnpaid: (sum?.failed ?? 0n) + (sum?.cancelled ?? 0n) > 0n,
      }),
    };
  });
}

function describeApproval(
  batch: StoredBatch,
  given: readonly GivenApproval[],
  members: readonly Member[],
  nameOf: (id: string) => { id: string; name: string },
): PayoutBatch["approval"] {
  if (batch.steps === null || batch.submitted_at === null) return null;
  const next =
    batch.state === "awaiting_approval"
      ? describeWaiting(waitingOf(batch, given), members, batch.waits_since ?? batch.submitted_at)
      : null;
  return {
    submitted_at: batch.submitted_at.toISOString(),
    steps: batch.steps.map(({ approvals, roles, people }, at) => ({
      approvals,
      roles: [...roles],
      people: people.map(nameOf),
      given: describeGiven(waitingOf(batch, given), at, nameOf, next !== null),
    })),
    waiting_for: next?.sentence ?? null,
    next,
  };
}

/** The others need a person's signature, or a look at what failed. */
const actsOfPrograms: ReadonlySet<BatchAct> = new Set(["correct", "submit", "withdraw", "cancel"]);

interface ActsFacts {
  readonly given: readonly GivenApproval[];
  readonly members: readonly Member[];
  readonly hasUnpaid: boolean;
}

function actsOf(
  person: Tenant,
  batch: StoredBatch,
  { given, members, hasUnpaid }: ActsFacts,
): BatchAct[] {
  if (person.isViewed || (person.apiKey && batch.api_key_id === null)) return [];
  const isAsked =
    batch.state === "awaiting_approval" &&
    canApproveNext(waitingOf(batch, given), members, person.member.id);
  return batchActsIn[batch.state].filter((act) => {
    if (person.apiKey && !actsOfPrograms.has(act)) return false;
    if (act === "approve" || act === "reject") return isAsked;
    if (!mayDo(person, act === "run" || act === "resume" ? "pay" : "prepare")) return false;
    if (act === "retry") return hasUnpaid;
    if (act === "schedule") return batch.started_at !== null;
    return (act !== "run" && act !== "submit") || batch.content_hash !== null;
  });
}

/** The schedules that prepared batches, each with its due day. */
async function findDueDays(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ batch_id: string; id: string; due_on: string }>`
    select batch_id, schedule_id as id, due_on::text as due_on from batch_schedule_runs
    where batch_id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ batch_id: batchId, ...schedule }) => [batchId, schedule]));
}

/** The keys of programs that made batches, by their ids. */
async function findKeys(db: Db, { tenantId }: Tenant, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string }>();
  const keys = await db
    .selectFrom("api_keys")
    .select(["id", "name"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(keys.map((key) => [key.id, key]));
}

async function findFileNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("payout_batches")
    .select(["id", "file_name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, file_name: name }) => [id, name]));
}
