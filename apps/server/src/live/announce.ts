import type { Topic } from "@rokad/contract/call";
import { sql } from "kysely";
import type { Tx } from "../db.ts";

/** The channel on which servers tell each other, through PostgreSQL, what has changed for whom. */
export const changesChannel = "rokad_changes";

export interface Change {
  readonly people: readonly string[];
  readonly changed: readonly Topic[];
}

/** PostgreSQL takes less than 8,000 bytes; an id with its quotes and comma is 39 of them. */
const peopleAtMost = 190;

/**
 * Tells every server, with the commit and never without it, what has changed for these people.
 * Only ids travel, so that what a stream may show is decided where it is asked for. One call for
 * a batch: PostgreSQL lets transactions that notify commit one after the other.
 */
export async function announce(
  db: Tx,
  people: Iterable<string>,
  changed: readonly Topic[],
): Promise<void> {
  const ids = [...new Set(people)];
  const payloads: string[] = [];
  for (let at = 0; at < ids.length; at += peopleAtMost) {
    const change: Change = { people: ids.slice(at, at + peopleAtMost), changed };
    payloads.push(JSON.stringify(change));
  }
  if (payloads.length === 0) return;
  await sql`
    select pg_notify(${changesChannel}, payload) from unnest(${payloads}::text[]) as payload
  `.execute(db);
}
