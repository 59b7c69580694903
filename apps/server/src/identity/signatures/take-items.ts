import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import type { Person } from "../../kernel/person.ts";
import type { SignedContent } from "./signed-content.ts";
import { tokenHash } from "./verify-step-up.ts";

/**
 * Marks the items of a request as used.
 * @returns the signature's id; undefined unless the token signs all of them, and none is used.
 */
export async function takeItems(
  { member: { id: personId }, sessionId }: Person,
  token: string,
  { digest, items }: SignedContent,
): Promise<string | undefined> {
  // One statement: of parallel repeats the first updates the row, and the others see its items used.
  const { rows } = await sql<{ id: string }>`
    update signatures set used_digests = used_digests || ${items}::bytea[]
    where token_hash = ${tokenHash(token)}
      and person_id = ${personId} and session_id = ${sessionId} and expires_at > ${now()}
      and content_digest = ${digest}
      and (item_digests is null or item_digests @> ${items}::bytea[])
      and not used_digests && ${items}::bytea[]
    returning id
  `.execute(database());
  return rows[0]?.id;
}

/** Returns items that were not carried out: the token signs them again until it expires. */
export async function returnItems(id: string, items: readonly Buffer[]): Promise<void> {
  if (items.length === 0) return;
  await sql`
    update signatures set used_digests = array(
      select used from unnest(used_digests) as used where used <> all (${items}::bytea[])
    )
    where id = ${id}
  `.execute(database());
}
