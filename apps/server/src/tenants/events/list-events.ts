import type { EventTypeName } from "@rokad/contract/event-types";
import type { Event } from "@rokad/contract/events";
import { sql, type RawBuilder } from "kysely";
import { database } from "../../database/db.ts";
import { ApiError, invalidInput } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readableTypes } from "./readable-types.ts";

interface Page {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly types?: string | undefined;
  readonly limit: number;
}

/**
 * A page of the business's events after a version, or before one. It reads the page's rows only.
 * @throws 403 `SCOPE_MISSING` for types that the key can't read; 410 `EVENTS_DELETED`.
 */
export async function listEvents(tenant: Tenant, { after = 0, before, types, limit }: Page) {
  const wanted = readableTypes(tenant, types?.split(",") as EventTypeName[] | undefined);
  const isBackwards = before !== undefined;
  const range = isBackwards ? sql`version < ${before}` : sql`version > ${after}`;
  const order = isBackwards ? sql`version desc` : sql`version`;
  // One more says whether there is a next page.
  const rows = selectRows(
    tenant.tenantId,
    wanted,
    sql`${range} order by ${order} limit ${limit + 1}`,
  );
  const { rows: found } = await sql<EventRow & Bounds>`
    select head, oldest, page.* from (
      select coalesce((select version from event_heads where tenant_id = ${tenant.tenantId}), 0) as head,
        (select min(version) from events where tenant_id = ${tenant.tenantId}) as oldest
    ) as bounds left join (
      select * from ${rows} as every order by ${order} limit ${limit + 1}
    ) as page on true
    order by ${order}
  `.execute(database());
  const head = Number(found[0]?.head ?? 0);
  if (!isBackwards) assertKept(after, head, found[0]?.oldest ?? null);
  const page = found
    .filter((row: { readonly version: bigint | null }) => row.version !== null)
    .slice(0, limit);
  const has_more = found.length > limit;
  const last = page.at(-1);
  const end = isBackwards ? Number(last?.version ?? before) : head;
  return {
    data: page.map(asEvent),
    next: has_more && last ? Number(last.version) : end,
    has_more,
  };
}

/** Beside the events of a page; without any, the columns of one event are null. */
interface Bounds {
  readonly head: bigint;
  readonly oldest: bigint | null;
}

function selectRows(
  tenantId: string,
  types: readonly EventTypeName[] | undefined,
  rest: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const rows = sql`select ${eventColumns} from events where tenant_id = ${tenantId}`;
  if (!types) return sql`(${rows} and ${rest})`;
  // Each type is a range of its index, whether it has ten or a million rows.
  return sql`(
    select page.* from unnest(${types}::text[]) as wanted (wanted_type)
    cross join lateral (${rows} and type = wanted_type and ${rest}) as page
  )`;
}

/** @throws 400 for a version that does not exist yet; 410 if events after it are deleted. */
function assertKept(after: number, head: number, oldest: bigint | null): void {
  if (after > head) throw invalidInput({ after: `The newest event has version ${head}` });
  if (after === 0 || after === head) return;
  if (oldest !== null && after >= Number(oldest) - 1) return;
  throw new ApiError(
    410,
    "EVENTS_DELETED",
    `Events after version ${after} are deleted, because they are older than 90 days. Start without after.`,
  );
}

/** The columns of `EventRow`. */
export const eventColumns = sql.raw(
  ["version", "id", "type", "subject_id", "client_reference", "status", "created_at"]
    .map((column) => `events.${column}`)
    .join(", "),
);

export interface EventRow {
  readonly version: bigint;
  readonly id: string;
  readonly type: string;
  readonly subject_id: string;
  readonly client_reference: string | null;
  readonly status: string;
  readonly created_at: Date;
}

/** An event as the API and webhooks show it. */
export function asEvent(row: EventRow): Event {
  return {
    id: row.id,
    type: row.type,
    created_at: row.created_at.toISOString(),
    subject_id: row.subject_id,
    client_reference: row.client_reference,
    status: row.status,
    version: Number(row.version),
  };
}
