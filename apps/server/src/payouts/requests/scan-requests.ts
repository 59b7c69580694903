import type { RequestState } from "@rokad/contract/request-states";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { readId, writeId } from "../../kernel/list-cursor.ts";
import type { Tenant } from "../../kernel/person.ts";
import { describeRequests } from "./describe-request.ts";
import type { StoredRequest } from "./stored-request.ts";

interface Scan {
  readonly state?: RequestState | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** No index has the state, so this bounds what a page reads to find its rows. */
const rowsMax = 2_000;

/**
 * A page of the tenant's payment requests after a cursor, newest first. With a state it can have fewer
 * rows, or none, and still go on.
 */
export async function scanRequests(db: Db, tenant: Tenant, { state, after, limit }: Scan) {
  const cursorOf = ["payment requests", tenant.tenantId, state];
  const place = readId(cursorOf, after);
  const readMax = state === undefined ? limit : rowsMax;
  const below = place === undefined ? sql`` : sql`and id < ${place}`;
  // One more says whether there is a next page.
  const { rows: read } = await sql<{ id: string; state: RequestState }>`
    select id, state from payment_requests where tenant_id = ${tenant.tenantId} ${below}
    order by id desc limit ${readMax + 1}
  `.execute(db);
  const matches = read
    .slice(0, readMax)
    .filter((row) => state === undefined || row.state === state);
  const page = matches.slice(0, limit);
  const goesOn = matches.length > limit || read.length > readMax;
  const last = matches.length >= limit ? page.at(-1) : read.at(readMax - 1);
  return {
    data: await describeRequests(db, tenant, await readRequests(db, page)),
    next: goesOn && last ? writeId(cursorOf, last.id) : null,
  };
}

async function readRequests(
  db: Db,
  page: readonly { readonly id: string }[],
): Promise<StoredRequest[]> {
  const ids = page.map(({ id }) => id);
  const { rows } = await sql<StoredRequest>`
    select * from payment_requests where id = any(${ids}::uuid[]) order by id desc
  `.execute(db);
  return rows;
}
