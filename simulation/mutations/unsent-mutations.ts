import { sql } from "kysely";
import type { Db } from "../../apps/server/src/database/db.ts";
import { amountRule } from "../../apps/server/src/ledger/verify-amounts.ts";
import { unsentRule } from "../../apps/server/src/ledger/verify-unsent.ts";
import { bankInvariants } from "../verification/verify-banks.ts";
import { activeTenants, copyPayout, post } from "./copy-payout.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

const finished = { failure_reason: null, returned_at: null, finished_at: "2026-11-20T06:30:00Z" };
const unsent = {
  adapter: null,
  handed_at: null,
  due_at: null,
  provider_state: null,
  provider_reference: null,
  provider_fee_paise: null,
  provider_tax_paise: null,
  utr_number: null,
};

/** Mutations of payouts that were cancelled, or withheld from a deactivated tenant's provider. */
export const unsentMutations: readonly Mutation[] = [
  databaseMutation(
    "a provider got a cancelled payout",
    [unsentRule.cancelled, amountRule],
    async (db) => {
      await cancelledPayout(db, { handed_at: "2026-11-20T06:31:00Z" }, ["hold", "release"]);
    },
  ),
  databaseMutation(
    "a cancelled payout was sent again",
    [unsentRule.cancelled, amountRule],
    async (db) => {
      const id = await cancelledPayout(db, {}, ["hold", "release"]);
      await sql`
        insert into payout_events (payout_id, tenant_id, at, event)
        select id, tenant_id, now(), 'accepted' from payouts where id = ${id}
      `.execute(db);
    },
  ),
  databaseMutation(
    "a cancelled payout without its refund",
    ["every payout has the postings that its state asks for", amountRule],
    async (db) => {
      await cancelledPayout(db, {}, ["hold"]);
    },
  ),
  {
    name: "a bank has a cancelled payout",
    breaks: [bankInvariants.cancelledIsUnknown, amountRule],
    async apply(records) {
      await cancelledPayout(records.db, {}, ["hold", "release"]);
      const [first] = records.banks.transfers;
      if (!first) throw new Error("No bank has a transfer");
      const late = { ...first, reference: "RMUTATED", outcome: "not paid" as const, timesPaid: 0 };
      const transfers = [...records.banks.transfers, late];
      return { ...records, banks: { ...records.banks, transfers } };
    },
  },
  databaseMutation("a withheld payout was sent", unsentRule.withheld, (db) =>
    sql`
      update payouts set withheld_at = handed_at - interval '1 second'
      where id = (
        select id from payouts where handed_at is not null and due_at is null order by id limit 1
      )
    `.execute(db),
  ),
  databaseMutation("an active tenant whose payouts are withheld", unsentRule.tenants, (db) =>
    sql`
      update tenants set payouts_withheld_at = now()
      where id = (select id from tenants where id in ${activeTenants} order by id limit 1)
    `.execute(db),
  ),
];

/** A cancelled payout with its event and empty postings. @returns its id. */
async function cancelledPayout(
  db: Db,
  change: object,
  kinds: readonly ("hold" | "release")[],
): Promise<string> {
  const id = await copyPayout(db, { status: "cancelled", ...finished, ...unsent, ...change });
  await sql`
    insert into payout_events (payout_id, tenant_id, at, event)
    select id, tenant_id, finished_at, 'cancelled' from payouts where id = ${id}
  `.execute(db);
  for (const kind of kinds) await post(db, kind, id, []);
  return id;
}
