import type { ApiRequest, RequestOutcome } from "@rokad/contract/api-requests";
import { limits } from "@rokad/contract/limits";
import { sql, type RawBuilder } from "kysely";
import { microsecondsOf, timeOf } from "../../database/cursor-time.ts";
import type { Tx } from "../../database/db.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";
import { readPosition, writePosition, type Position } from "../../kernel/list-cursor.ts";
import type { Tenant } from "../../kernel/person.ts";

interface Filters {
  readonly key?: string | undefined;
  readonly outcome: RequestOutcome;
  readonly call?: string | undefined;
  readonly request_id?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

interface Row {
  readonly request_id: string;
  readonly at: Date;
  /** `at` in microseconds. */
  readonly time: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly duration_us: bigint;
  readonly address: string;
}

/**
 * A page of the tenant's request log after a cursor, newest first. It reads a limited number of
 * requests, so a page of a filter can be short or empty and still have a next one.
 */
export function listRequests(tenant: Tenant, filters: Filters) {
  const { key, outcome, call, request_id: requestId, limit } = filters;
  const cursorOf = ["api_requests", tenant.tenantId, key, outcome, call, requestId];
  const reach = reachOf(tenant, requestId, readPosition(cursorOf, filters.after));
  // One snapshot: a request that arrives between the two reads would move the end of the first.
  return readSnapshot(async (db) => {
    const rows = await selectRows(db, reach, filters);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : await lastRead(db, reach);
    return {
      data: page.map(asRequest),
      next: last ? writePosition(cursorOf, { time: last.time, id: last.request_id }) : null,
    };
  });
}

type Condition = RawBuilder<boolean>;

async function selectRows(
  db: Tx,
  reach: Condition,
  { key, outcome, call, limit }: Filters,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select request.*, ${time}, (select name from api_keys where id = key_id) as key_name
    from (
      select * from api_requests where ${reach}
      order by at desc, request_id desc limit ${limits.apiRequestsReadMax}
    ) as request
    where ${statuses[outcome]}
      and (${key ?? null}::uuid is null or key_id = ${key ?? null})
      and (${call ?? null}::text is null or call = ${call ?? null})
    order by at desc, request_id desc
    -- One more says whether there is a next page.
    limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** The last request that the filters were applied to, if they read as many as they may. */
async function lastRead(db: Tx, reach: Condition) {
  const { rows } = await sql<Pick<Row, "time" | "request_id">>`
    select ${time}, request_id from api_requests where ${reach}
    order by at desc, request_id desc offset ${limits.apiRequestsReadMax - 1} limit 1
  `.execute(db);
  return rows[0];
}

const time = sql`${microsecondsOf(sql`at`)} as time`;

function reachOf(
  { tenantId }: Tenant,
  requestId: string | undefined,
  after: Position | undefined,
): Condition {
  const conditions: Condition[] = [sql`tenant_id = ${tenantId}`];
  if (requestId !== undefined) conditions.push(sql`request_id = ${requestId}`);
  if (after) conditions.push(sql`(at, request_id) < (${timeOf(after)}, ${after.id}::uuid)`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const statuses: Readonly<Record<RequestOutcome, Condition>> = {
  all: sql`true`,
  succeeded: sql`status < 400`,
  refused: sql`status between 400 and 499`,
  failed: sql`status >= 500`,
};

function asRequest({ key_id, key_name, duration_us, at, ...row }: Row): ApiRequest {
  return {
    request_id: row.request_id,
    at: at.toISOString(),
    key: { id: key_id, name: key_name },
    call: row.call,
    method: row.method,
    path: row.path,
    status: row.status,
    error_code: row.error_code,
    duration_us: Number(duration_us),
    address: row.address,
  };
}
