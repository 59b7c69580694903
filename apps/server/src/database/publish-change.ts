import type { Topic } from "@rokad/contract/call";
import { sql } from "kysely";
import type { Tx } from "./db.ts";

/** The channel on which servers notify each other of changes, through PostgreSQL. */
export const changesChannel = "rokad_changes";

export interface Change {
  readonly people: readonly string[];
  readonly changed: readonly Topic[];
}

/** A payload must be shorter than 8,000 bytes; an id with quotes and comma has 39. */
const peoplePerPayloadMax = 190;

/**
 * Notifies every server, if and when the transaction commits, of what changed for these people.
 * The payload has only ids, so that permissions are checked when the data is read. Call it once
 * for a batch: PostgreSQL serialises the commits of transactions that notify.
 */
export async function publishChange(
  db: Tx,
  people: Iterable<string>,
  changed: readonly Topic[],
): Promise<void> {
  const ids = [...new Set(people)];
  const payloads: string[] = [];
  for (let at = 0; at < ids.length; at += peoplePerPayloadMax) {
    const change: Change = { people: ids.slice(at, at + peoplePerPayloadMax), changed };
    payloads.push(JSON.stringify(change));
  }
  if (payloads.length === 0) return;
  await sql`
    select pg_notify(${changesChannel}, payload) from unnest(${payloads}::text[]) as payload
  `.execute(db);
}
