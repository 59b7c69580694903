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
    ...(isPlay ? await describePlayRows(db) : []),
    found.suspensePaise > 0n && `${rupees(found.suspensePaise)} of play money is in suspense`,
    found.accounts > 0 && `${found.accounts} virtual accounts are at the sandbox bank`,
    found.receiving > 0 && "tenants see the demo's receiving account, which no bank has",
  ].filter((line) => line !== false);
}

/** Rows that exist only where people played, each with what the operator reads after their number. */
const playRows: readonly (readonly [rows: string, what: string])[] = [
  [
    "payment_requests where state in ('draft', 'awaiting_approval', 'approved') and payout_id is null",
    "payment requests were prepared or approved with play money",
  ],
  ["funds_queue where state = 'waiting'", "payouts wait for play money"],
  [
    "payout_batches where state in ('draft', 'awaiting_approval', 'running', 'paused')",
    "batches of payouts were uploaded with play money",
  ],
  ["payout_schedules where state <> 'ended'", "schedules were proposed or signed with play money"],
  ["batch_schedules where state <> 'ended'", "schedules of batches were signed with play money"],
  ["deposits where status = 'pending'", "deposits of play money wait for a decision"],
  ["adjustments where state = 'proposed'", "adjustments of play money were proposed"],
  [
    "proposals where state in ('waiting', 'scheduled')",
    "changes were proposed with codes that anyone could read",
  ],
  [
    "approval_policies where state = 'proposed'",
    "approval policies were proposed with codes that anyone could read",
  ],
  [
    "reconciliation_differences where state = 'open' and adapter = 'sandbox'",
    "differences with the sandbox bank are open",
  ],
  ["tenant_closings where state = 'open'", "accounts with play money are being closed"],
  ["passkeys", "passkeys were added with codes that anyone could read"],
  ["email_addresses", "e-mail addresses were verified with codes that anyone could read"],
  ["sessions where ended_at is null", "sessions were opened with codes that anyone could read"],
  ["known_browsers", "browsers are known from codes that anyone could read"],
  [
    "invitations where accepted_at is null and cancelled_at is null",
    "invitations were sent by people whose codes anyone could read",
  ],
  [
    "webhook_endpoints where is_active",
    "webhook endpoints were added by people whose codes anyone could read",
  ],
];

async function describePlayRows(db: Db): Promise<string[]> {
  const counts = playRows.map(
    ([rows, what]) =>
      sql`select ${what}::text as what, count(*)::int as count from ${sql.raw(rows)}`,
  );
  const { rows } = await sql<{ what: string; count: number }>`
    ${sql.join(counts, sql` union all `)}
  `.execute(db);
  return rows.filter(({ count }) => count > 0).map(({ count, what }) => `${count} ${what}`);
}

interface Counts {
  readonly wallets: number;
  readonly walletPaise: bigint;
  readonly payouts: number;
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
