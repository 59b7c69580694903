import { sql } from "kysely";
import type { Tx } from "../db.ts";
import { countInHour } from "../sign-in/count-use.ts";
import type { AskedAccount } from "./account-check.ts";
import { endForgotten, findAsked, insertCheck } from "./check-queries.ts";
import type { Asker, Teller } from "./choose-teller.ts";

type Begun =
  /** This call asks the bank. */
  | { readonly how: "mine"; readonly id: string }
  /** It was asked meanwhile, or another call is asking. */
  | { readonly how: "theirs"; readonly id: string }
  | { readonly how: "limit" };

/** Settles under one lock a person who asks the bank, so that nobody asks twice or past the limit. */
export async function begin(
  db: Tx,
  of: { asker: Asker; asked: AskedAccount; teller: Teller; perHour: number },
): Promise<Begun> {
  const { asker, asked, teller, perHour } = of;
  // Closes the race of two tabs: the second sees what the first has begun.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account check ${asker.id}`}, 0))`.execute(
    db,
  );
  await endForgotten(db, asker.id);
  const theirs = await findAsked(db, asker.id, asked.of);
  if (theirs) return { how: "theirs", id: theirs.id };
  const { used } = await countInHour(db, `account check ${asker.id}`);
  if (used > perHour) return { how: "limit" };
  return { how: "mine", id: await insertCheck(db, asker.id, asked.of, teller.adapter) };
}
