// The guarantee: a program that walks a list by its cursor reads every row that was there exactly
// once, whatever arrives meanwhile, and a page costs the same in a long list.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countReadRows } from "../../../test/count-read-rows.ts";
import {
  keyForm,
  machinePayout,
  newKey,
  ownAddress,
  type Program,
} from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { scanDeposits } from "../../money-in/deposits/scan-deposits.ts";
import { scanPayouts } from "../../payouts/read/scan-payouts.ts";
import { scanWalletHistory } from "./scan-wallet-history.ts";

let world: World;
let owner: SignedIn;
let program: Program;
let account: string;
let keys = 0;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ wallet: "₹50,000" });
  account = await world.approvedAccount(owner);
  const form = keyForm({
    scopes: ["payouts:read", "payouts:send", "payouts:request", "deposits:write", "wallet:read"],
    networks: [ownAddress],
    limits: { per_payout: 100, per_day: 50_000 },
  });
  ({ caller: program } = await newKey(world, owner, form));
});
afterAll(() => world.close());

const nextKey = () => ({ key: `cursor-${(keys += 1)}` });

const arrivals = {
  payout: async () => {
    await program.post("/payouts", machinePayout({ amount_paise: 100 }), nextKey());
  },
  "paid payout": async () => {
    await arrivals.payout();
    await world.work();
  },
  "returned payout": async () => {
    const reversed = machinePayout({
      method: "upi",
      account_number: undefined,
      ifsc_code: undefined,
      upi_id: "reversed@upi",
      amount_paise: 100,
    });
    await program.post("/payouts", reversed, nextKey());
    await world.work();
  },
  deposit: async () => {
    await world.requestDeposit(owner, 100, account);
  },
  "credited deposit": async () => {
    const { _id: id } = await world.requestDeposit(owner, 100, account);
    const boss = await world.superAdmin();
    await boss.ask(approveDeposit, { params: { id }, body: {} });
  },
  request: async () => {
    await program.post("/payment-requests", { payout: machinePayout() }, nextKey());
  },
} as const;
const arrival = fc.constantFrom(...(Object.keys(arrivals) as (keyof typeof arrivals)[]));

interface Page {
  readonly data: readonly { readonly id?: string; readonly _id?: string }[];
  readonly next: string | null;
}

type Query = Readonly<Record<string, string>>;
const lists: readonly (readonly [path: string, query: Query])[] = [
  ["/payouts/scan", {}],
  ["/payouts/scan", { status: "success" }],
  ["/payouts/scan", { status: "failed" }],
  ["/wallet/deposit/scan", {}],
  ["/wallet/deposit/scan", { status: "completed" }],
  ["/wallet/history/scan", {}],
  ["/wallet/history/scan", { type: "credit" }],
  ["/wallet/history/scan", { type: "debit" }],
  ["/payment-requests/scan", {}],
  ["/payment-requests/scan", { state: "awaiting_approval" }],
];

/** All ids of a list, newest first. */
async function walk(path: string, query: Query, limit: number, between = async () => {}) {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const place: Query = after === null ? {} : { after };
    const { status, body } = await owner.get(path, { ...query, ...place, limit: String(limit) });
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
    const page = body as unknown as Page;
    expect(page.data.length).toBeLessThanOrEqual(limit);
    ids.push(...page.data.map(({ id, _id }) => id ?? _id ?? ""));
    after = page.next;
    await between();
  } while (after !== null);
  return ids;
}

test("walks every list once in its order, while rows of every kind arrive", async () => {
  for (const arrive of Object.values(arrivals)) await arrive();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists),
      fc.integer({ min: 1, max: 4 }),
      fc.array(arrival, { maxLength: 4 }),
      async ([path, query], limit, arriving) => {
        const before = await walk(path, query, 100);
        const left = [...arriving];
        const read = await walk(path, query, limit, async () => {
          const next = left.pop();
          if (next) await arrivals[next]();
        });
        expect(new Set(read).size).toBe(read.length);
        // A payout that was paid meanwhile can join a list by status below the cursor.
        expect(read.filter((id) => before.includes(id))).toEqual(before);
      },
    ),
    { numRuns: 30 },
  );
});

test("the wallet's list by cursor is its list by pages", async () => {
  for (const type of ["all", "credit", "debit"]) {
    const { body } = await owner.get("/wallet/history", { type, limit: "100" });
    const query: Query = type === "all" ? {} : { type };
    expect(await walk("/wallet/history/scan", query, 7)).toEqual(body.data.map(({ _id }) => _id));
  }
});

test("a deposit is found by its UTR in any spelling, whatever became of it", async () => {
  const utr = "412345678901";
  const body = { bank_account: account, amount: 100, utr_reference: utr };
  const options = nextKey();
  const { body: created } = await program.post("/wallet/deposit/initiate", body, options);
  for (const spelling of [utr, `0000${utr}`, `imps/${utr}`, "4123-4567 8901"]) {
    const { body: found } = await program.get("/wallet/deposit/scan", { utr: spelling });
    expect(found.data.map(({ _id }) => _id)).toEqual([created.data._id]);
  }
  const outsider = await world.operator();
  const form = keyForm({ scopes: ["deposits:write"] });
  const { caller: other } = await newKey(world, outsider, form);
  expect((await other.get("/wallet/deposit/scan", { utr })).body.data).toEqual([]);
});

test("reads as many rows in a list of 3,000 as in one of 200", async () => {
  // The copies of rows below are in no book.
  expect(await world.faults()).toEqual([]);
  const [few, many] = [await businessWith(200), await businessWith(3_000)];
  for (const table of ["payouts", "deposits", "finished_payouts"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(database());
  const reads = {
    payouts: (tenant: Tenant) => countReadRows((db) => scanPayouts(db, tenant, { limit: 20 })),
    "paid payouts": (tenant: Tenant) =>
      countReadRows((db) => scanPayouts(db, tenant, { status: "success", limit: 20 })),
    deposits: (tenant: Tenant) => countReadRows((db) => scanDeposits(db, tenant, { limit: 20 })),
    "completed deposits": (tenant: Tenant) =>
      countReadRows((db) => scanDeposits(db, tenant, { status: "completed", limit: 20 })),
    wallet: (tenant: Tenant) => countReadRows((db) => scanWalletHistory(db, tenant, { limit: 20 })),
  };
  for (const [list, read] of Object.entries(reads)) {
    const [small, large] = [await read(few), await read(many)];
    expect(large.rows, `rows of ${list}`).toBeLessThan(small.rows * 2 + 10);
    expect(large.pages, `pages of ${list}`).toBeLessThan(small.pages * 3 + 10);
  }
});

/** A business with copies of its payout and of its deposit. */
async function businessWith(count: number): Promise<Tenant> {
  const business = await world.operator({ wallet: "₹10,000" });
  const form = { scopes: ["payouts:send" as const], networks: [ownAddress] };
  const limits = { per_payout: 100, per_day: 1_000 };
  const { caller } = await newKey(world, business, keyForm({ ...form, limits }));
  await caller.post("/payouts", machinePayout({ amount_paise: 100 }), nextKey());
  await world.work();
  const { id } = business;
  await sql`
    insert into payouts
    select (copy).* from (
      select jsonb_populate_record(payouts, jsonb_build_object(
        'id', gen_random_uuid(), 'idempotency_key', null,
        'reference_id', upper('C' || left(md5(${id} || n), 18)),
        'created_at', created_at - n * interval '1 minute'
      )) as copy
      from payouts cross join generate_series(1, ${count}) as n where tenant_id = ${id}
    ) as copied
  `.execute(database());
  await sql`
    insert into deposits (
      id, tenant_id, bank_account_id, amount_paise, utr_reference, status, created_at, reviewed_at,
      reviewed_by
    )
    select gen_random_uuid(), tenant_id, bank_account_id, amount_paise,
      upper(left(md5(${id} || 'd' || n), 20)), status, created_at - n * interval '1 minute',
      reviewed_at - n * interval '1 minute', reviewed_by
    from (select * from deposits where tenant_id = ${id} limit 1) as one
    cross join generate_series(1, ${count}) as n
  `.execute(database());
  // Nothing is decrypted for a viewer: the account numbers of the copies belong to other rows.
  return { tenantId: id, isViewed: true } as Tenant;
}
