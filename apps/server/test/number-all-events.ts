import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { numberEvents } from "../src/tenants/events/number-events.ts";
import { until } from "./disturbances.ts";

/** Numbers every event that is written, also while another test of this database writes. */
export async function numberAllEvents(): Promise<void> {
  await until(async () => {
    await numberEvents();
    const { rows } = await sql`select from event_outbox limit 1`.execute(database());
    return rows.length === 0;
  });
}
