import type { Db, Tx } from "../../database/db.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { now } from "../../kernel/clock.ts";
import { networkOf } from "../../kernel/network.ts";

/**
 * Who requested a code, and alone can use it: a session, or the browser of a person who is not
 * signed in. `browser` is undefined for one that sent no cookie.
 */
export type CodeHolder =
  | { readonly sessionId: string }
  | { readonly browser: string | undefined; readonly address: string };

/** What the database stores and compares: no secret, only its keyed hash. */
export interface StoredHolder {
  /** Null for a browser without a cookie. */
  readonly hash: Buffer | null;
  /** The network of a browser; null for a session. */
  readonly network: string | null;
}

export function storedHolder(holder: CodeHolder): StoredHolder {
  if ("sessionId" in holder) {
    return { hash: hmac("one-time-code", "session", holder.sessionId), network: null };
  }
  const { browser, address } = holder;
  return {
    hash: browser === undefined ? null : hmac("one-time-code", "browser", browser),
    network: networkOf(address),
  };
}

/** Whether this browser has signed in to this number before. */
export async function isKnownBrowser(
  db: Db,
  mobile: string,
  { hash }: StoredHolder,
): Promise<boolean> {
  if (!hash) return false;
  const row = await db
    .selectFrom("known_browsers")
    .innerJoin("people", "people.id", "person_id")
    .select("person_id")
    .where("browser_hash", "=", hash)
    .where("mobile", "=", mobile)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that this browser signed in as a person. */
export async function rememberBrowser(db: Tx, personId: string, holder: CodeHolder): Promise<void> {
  const { hash } = storedHolder(holder);
  if (!hash) return;
  await db
    .insertInto("known_browsers")
    .values({ browser_hash: hash, person_id: personId, last_used_at: now() })
    .onConflict((conflict) =>
      conflict.columns(["browser_hash", "person_id"]).doUpdateSet({ last_used_at: now() }),
    )
    .execute();
}
