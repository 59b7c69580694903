import type { Webhook, WebhookEndpoint, webhookStates } from "@rokad/contract/webhooks";
import { sql } from "kysely";
import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";

interface Query {
  readonly state?: (typeof webhookStates)[number] | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A page of received webhooks, newest first by id, with counts by provider. */
export async function listWebhooks({ state, before, limit }: Query) {
  const [rows, summary] = await Promise.all([
    database()
      .selectFrom("webhooks")
      .select(["id", "adapter", "kind", "event_id", "received_at"])
      .select(["times", "state", "outcome", "reference"])
      .$if(state !== undefined, (query) => query.where("state", "=", state as "done"))
      // Waiting rows have a partial index on due_at, not on state.
      .$if(state === "waiting", (query) => query.where("due_at", "is not", null))
      .$if(before !== undefined, (query) => query.where("id", "<", before as string))
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute(),
    countByAdapter(),
  ]);
  const page = rows.slice(0, limit);
  return {
    data: page.map((row): Webhook => ({
      ...row,
      state: row.state as Webhook["state"],
      received_at: row.received_at.toISOString(),
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    summary,
  };
}

interface AdapterCounts {
  readonly adapter: string;
  readonly last: Date | null;
  readonly received: number;
  readonly waiting: number;
  readonly unusable: number;
}

async function countByAdapter(): Promise<WebhookEndpoint[]> {
  const adapters = configuredProviders()
    .filter(({ webhook }) => webhook !== undefined)
    .map(({ name }) => name);
  const { rows } = await sql<AdapterCounts>`
    with waiting as materialized (
      select adapter, count(*)::int as count from webhooks where due_at is not null group by adapter
    ), unusable as materialized (
      select adapter, count(*)::int as count from webhooks where state = 'unusable' group by adapter
    )
    select adapter,
      (select max(received_at) from webhooks where webhooks.adapter = of.adapter) as last,
      (select count(*)::int from webhooks where webhooks.adapter = of.adapter
        and received_at >= ${secondsFromNow(-24 * 60 * 60)}) as received,
      coalesce((select count from waiting where waiting.adapter = of.adapter), 0) as waiting,
      coalesce((select count from unusable where unusable.adapter = of.adapter), 0) as unusable
    from unnest(${adapters}::text[]) as of (adapter)
  `.execute(database());
  const refusals = await database()
    .selectFrom("webhook_refusals")
    .select(["adapter", "why", "times", "last_at"])
    .where("day", "=", sql<Date>`${today()}::date`)
    .orderBy("last_at", "desc")
    .execute();
  return rows.map((row) => ({
    adapter: row.adapter,
    last_received_at: row.last?.toISOString() ?? null,
    received_count: row.received,
    waiting_count: row.waiting,
    unusable_count: row.unusable,
    refused: refusals
      .filter(({ adapter }) => adapter === row.adapter)
      .map(({ why, times, last_at }) => ({ why, count: times, last_at: last_at.toISOString() })),
  }));
}
