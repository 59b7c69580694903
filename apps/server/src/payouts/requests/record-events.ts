import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { now } from "../../kernel/clock.ts";
import type { StoredRequest } from "./stored-request.ts";

type RequestEvent =
  | "created"
  | "submitted"
  | "edited"
  | "approved"
  | "returned"
  | "sent"
  | "blocked"
  | "rejected"
  | "withdrawn"
  | "expired";

interface NewEvent {
  readonly request: Pick<StoredRequest, "id" | "tenant_id" | "revision">;
  readonly event: RequestEvent;
  /** Null for the product. */
  readonly personId: string | null;
  readonly detail?: string | undefined;
}

/** Adds lines to the requests' timelines. */
export async function recordEvents(db: Tx, list: readonly NewEvent[]): Promise<void> {
  if (list.length === 0) return;
  const rows = list.map(({ request, event, personId, detail = null }) => ({
    request_id: request.id,
    tenant_id: request.tenant_id,
    event,
    revision: request.revision,
    person_id: personId,
    detail,
  }));
  await sql`
    insert into request_events (${columnList(columns)}, at)
    select *, ${now()}::timestamptz from ${unnestRows("added", columns, rows)}
  `.execute(db);
}

const columns = {
  request_id: "uuid",
  tenant_id: "uuid",
  event: "text",
  revision: "int",
  person_id: "uuid",
  detail: "text",
} as const;
