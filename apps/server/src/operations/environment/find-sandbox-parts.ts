import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { rupees } from "../../kernel/money.ts";
import { demoIfsc, demoMobiles } from "../demo/demo-accounts.ts";

/**
 * What of the sandbox in a database must not meet a real provider, a line each for the operator.
 * @param isPlay whether all money of the wallets is play money.
 */
export async function findSandboxParts(db: Db, isPlay: boolean): Promise<string[]> {
  const demo = (await demoAccountsIn(db)).filter(({ is_active: isActive }) => isActive);
  const { rows } = await sql<Counts>`
    select
      (
        select count(*)::int from wallets
        where ${isPlay} and (available_paise > 0 or held_paise > 0 or receivable_paise > 0)
      ) as wallets,
      (
        select coalesce(sum(available_paise + held_paise), 0)::bigint from wallets where ${isPlay}
      ) as "walletPaise",
      (
        select count(*)::int from payouts
        where id in (select payout_id from payout_queue)
          and status in ('pending', 'processing') and (${isPlay} or adapter = 'sandbox')
      ) as payouts,
      (
        select count(*)::int from payment_requests
        where ${isPlay} and state in ('draft', 'awaiting_approval', 'approved') and payout_id is null
      ) as requests,
      (
        select count(*)::int from funds_queue where ${isPlay} and state = 'waiting'
      ) as waiting,
      (
        select count(*)::int from payout_batches
        where ${isPlay} and state in ('draft', 'awaiting_approval', 'running', 'paused')
      ) as batches,
      (
        select count(*)::int from (
          select from payout_schedules where ${isPlay} and state <> 'ended'
          union all select from batch_schedules where ${isPlay} and state <> 'ended'
        ) as open
      ) as schedules,
      (
        select coalesce(sum(amount_paise), 0)::bigint from incoming_credits
        where state = 'suspense' and adapter = 'sandbox'
      ) as "suspensePaise",
      (
        select count(*)::int from virtual_accounts
        where state <> 'closed' and adapter = 'sandbox'
      ) as accounts,
      (
        select count(*)::int from receiving_accounts where is_active and ifsc_code = ${demoIfsc}
      ) as receiving
  `.execute(db);
  const found = rows[0] as Counts;
  return [
    demo.length > 0 &&
      `demo accounts can sign in: ${demo.map(({ mobile, name }) => `${mobile} (${name})`).join(", ")}`,
    found.wallets > 0 &&
      `${found.wallets} wallets hold or owe play money: ${rupees(found.walletPaise)}`,
    found.payouts > 0 && `${found.payouts} payouts of the sandbox are not finished`,
    found.requests > 0 &&
      `${found.requests} payment requests were prepared or approved with play money`,
    found.waiting > 0 && `${found.waiting} payouts wait for play money`,
    found.batches > 0 && `${found.batches} batches of payouts were uploaded with play money`,
    found.schedules > 0 && `${found.schedules} schedules were proposed or signed with play money`,
    found.suspensePaise > 0n && `${rupees(found.suspensePaise)} of play money is in suspense`,
    found.accounts > 0 && `${found.accounts} virtual accounts are at the sandbox bank`,
    found.receiving > 0 && "tenants see the demo's receiving account, which no bank has",
  ].filter((line) => line !== false);
}

interface Counts {
  readonly wallets: number;
  readonly walletPaise: bigint;
  readonly payouts: number;
  readonly requests: number;
  readonly waiting: number;
  readonly batches: number;
  readonly schedules: number;
  readonly suspensePaise: bigint;
  readonly accounts: number;
  readonly receiving: number;
}

/**
 * The demo accounts, active or not: the tenants with their founders, and the super admin, who may have
 * changed their own name.
 */
export function demoAccountsIn(db: Db) {
  return db
    .selectFrom("people")
    .leftJoin("tenants", "tenants.id", "people.id")
    .select(["people.id", "people.mobile", "installation_roles"])
    .select((eb) => [
      eb.fn.coalesce("tenants.name", "people.name").as("name"),
      eb.fn.coalesce("tenants.is_active", "people.is_active").as("is_active"),
    ])
    .where("people.mobile", "in", Object.values(demoMobiles))
    .where((eb) =>
      eb.or([
        eb("installation_roles", "is not", null),
        eb("people.name", "like", "Demo %"),
        eb("tenants.name", "like", "Demo %"),
      ]),
    )
    .orderBy("people.mobile")
    .execute();
}
