import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { countInHour } from "../../identity/rate-limit.ts";
import type { AccountToCheck } from "./account-check.ts";
import { expireAbandonedChecks, findCurrentCheck, insertCheck } from "./check-queries.ts";
import type { CheckRequester, CheckProvider } from "./choose-check-provider.ts";

type StartedCheck =
  /** This call asks the bank. */
  | { readonly state: "started"; readonly id: string }
  /** Another call has asked, or asks now. */
  | { readonly state: "shared"; readonly id: string }
  | { readonly state: "limit reached" };

/** Starts a check, or finds a current one, under one lock per person. */
export async function startCheck(
  db: Tx,
  request: {
    requester: CheckRequester;
    account: AccountToCheck;
    provider: CheckProvider;
    perHour: number;
  },
): Promise<StartedCheck> {
  const { requester, account, provider, perHour } = request;
  // Closes the race between two tabs: the second one finds the check that the first has started.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account check ${requester.tenantId}`}, 0))`.execute(
    db,
  );
  await expireAbandonedChecks(db, requester.tenantId);
  const current = await findCurrentCheck(db, requester.tenantId, account.destination);
  if (current) return { state: "shared", id: current.id };
  const { used } = await countInHour(db, `account check ${requester.tenantId}`);
  if (used > perHour) return { state: "limit reached" };
  const id = await insertCheck(db, requester.tenantId, account.destination, provider.adapter);
  return { state: "started", id };
}
