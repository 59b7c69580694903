// The guarantee: a program sends within what an owner signed, once, and only while its key works.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  keyForm,
  machinePayout,
  newKey,
  sendingForm,
  type Program,
} from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { rolledBack } from "../../../test/rolled-back.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { keyRule, verifyKeyOrders } from "./verify-key-orders.ts";

let world: World;
let owner: SignedIn;
let keys = 0;
const nextKey = () => `key-${(keys += 1)}`;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹1,00,000" });
});
afterAll(async () => {
  expect(await verifyKeyOrders(database())).toEqual([]);
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const pay = (program: Program, change: object = {}, key = nextKey()) =>
  program.post("/payouts", machinePayout({ ...change }), { key });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof pay>>) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];

async function countOf(business: SignedIn): Promise<number> {
  const { body } = await business.get("/payouts");
  return body.total;
}

describe("a payout of an API key", () => {
  test("needs no code, and names amount, charges and reference", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const { status, body } = await pay(caller, {
      amount_paise: 1_500_25,
      client_reference: "INV-118",
      metadata: { order: "118" },
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      client_reference: "INV-118",
      status: "pending",
      amount: { amount: 1_500_25, currency: "INR" },
      txn_fee: { amount: 5_00 },
      gst_amount: { amount: 90 },
      total: { amount: 1_506_15 },
    });
    await world.work();
    const { body: read } = await caller.get(`/payouts/${body.data.id}`);
    expect(read.data).toMatchObject({
      status: "success",
      beneficiary_email: null,
      program: {
        api_key: { name: "ERP" },
        client_reference: "INV-118",
        metadata: { order: "118" },
      },
    });
    expect(await owner.balance()).toBe(1_00_000_00 - 1_506_15);
  });

  test("takes exactly one of rupees and paise, and no text that can't be stored", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    expect((await pay(caller, { amount: 1_000.5, amount_paise: undefined })).status).toBe(201);
    for (const change of [
      { amount: 1_000 },
      { amount_paise: undefined },
      { amount_paise: 1_000.5 },
      { amount_paise: 99 },
      { amount_paise: "100000" },
      // Half an emoji, which PostgreSQL can't store.
      { metadata: { note: "Paid \ud83d" } },
    ])
      expect(codeOf(await pay(caller, change))).toEqual([400, "INVALID_INPUT"]);
  });

  test("goes to a saved beneficiary without contact data", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const saved = await owner.post("/beneficiaries", {
      name: "Kiran Rao",
      kind: "vendor",
      destination: { method: "upi", upi_id: "kiran@okhdfc" },
    });
    const destinationId = saved.body.data.destinations[0]?.id;
    const { status } = await caller.post(
      "/payouts",
      { method: "saved", destination_id: destinationId, amount_paise: 500_00 },
      { key: nextKey() },
    );
    expect(status).toBe(201);
  });

  test("is refused without an idempotency key, and repeated under it", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const bare = await caller.post("/payouts", machinePayout());
    expect([bare.status, bare.body.error.code]).toEqual([400, "IDEMPOTENCY_KEY_REQUIRED"]);
    const first = await pay(caller, { client_reference: "once" }, "same");
    const again = await pay(caller, { client_reference: "once" }, "same");
    expect(again.body.data).toEqual(first.body.data);
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(first.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
    expect(codeOf(await pay(caller, { client_reference: "twice" }, "same"))).toEqual([
      409,
      "IDEMPOTENCY_KEY_REUSED",
    ]);
    expect(await countOf(owner)).toBe(1);
  });

  test("with a client reference that is used names the first one", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const first = await pay(caller, { client_reference: "INV-1" });
    const second = await pay(caller, { client_reference: "INV-1" }, "second");
    expect(codeOf(second)).toEqual([409, "CLIENT_REFERENCE_USED"]);
    expect(second.body.error.fields["id"]).toBe(first.body.data.id);
    const repeat = await pay(caller, { client_reference: "INV-1" }, "second");
    expect(repeat.body.error.fields).toEqual(second.body.error.fields);
    // Another business may use it.
    const other = await world.operator({ wallet: "₹10,000" });
    const theirs = await newKey(world, other, sendingForm());
    expect((await pay(theirs.caller, { client_reference: "INV-1" })).status).toBe(201);
  });

  test("frees its client reference and the day's limit when the wallet does not cover it", async () => {
    const poor = await world.operator({ wallet: "₹1,000" });
    const { caller } = await newKey(world, poor, sendingForm());
    const change = { amount_paise: 4_000_00, client_reference: "INV-1" };
    expect(codeOf(await pay(caller, change))).toEqual([422, "INSUFFICIENT_BALANCE"]);
    await world.fund(poor, 20_000);
    expect((await pay(caller, change)).status).toBe(201);
    expect((await pay(caller, { amount_paise: 5_000_00 })).status).toBe(201);
  });
});

describe("a program finds", () => {
  test("a payout by its reference or by ours, and no other business's", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const { body } = await pay(caller, { client_reference: "INV-7" });
    const other = await world.operator();
    const { caller: outsider } = await newKey(world, other);
    for (const query of [
      { client_reference: "INV-7" },
      { reference_id: body.data.reference_id },
    ] as Record<string, string>[]) {
      const found = await caller.get("/payouts/find", query);
      expect(found.body.data).toMatchObject({
        id: body.data.id,
        program: { client_reference: "INV-7" },
      });
      expect((await outsider.get("/payouts/find", query)).status).toBe(404);
    }
    expect((await caller.get("/payouts/find", {})).status).toBe(400);
  });

  test("every payout once by cursor, while new ones arrive", async () => {
    const { caller } = await newKey(
      world,
      owner,
      sendingForm({ limits: { per_payout: 10, per_day: 1_000 } }),
    );
    const payMany = (count: number) =>
      Promise.all(Array.from({ length: count }, () => pay(caller, { amount_paise: 10_00 })));
    const first = await payMany(25);
    const seen: string[] = [];
    let after: string | null = "";
    do {
      const { body }: Awaited<ReturnType<typeof scan>> = await scan(after);
      seen.push(...body.data.map(({ id }) => id));
      after = body.next;
      await payMany(2);
    } while (after !== null);
    expect(seen).toHaveLength(25);
    expect(new Set(seen)).toEqual(new Set(first.map(({ body }) => body.data.id)));

    function scan(cursor: string) {
      return caller.get("/payouts/scan", { limit: "10", ...(cursor && { after: cursor }) });
    }
  });
});

describe("a payment request of an API key", () => {
  test("awaits an approval, in the name of who answers for the key", async () => {
    const { caller } = await newKey(world, owner, keyForm({ scopes: ["payouts:request"] }));
    const body = { payout: machinePayout({ client_reference: "REQ-1" }) };
    const { status, body: created } = await caller.post("/payment-requests", body, {
      key: nextKey(),
    });
    expect([status, created.data.state, created.data.source]).toEqual([
      201,
      "awaiting_approval",
      "api",
    ]);
    expect(await countOf(owner)).toBe(0);
    const again = await caller.post("/payment-requests", body, { key: nextKey() });
    expect([again.status, again.body.error.code]).toEqual([409, "CLIENT_REFERENCE_USED"]);
    const approved = await owner.post("/payment-requests/approve", {
      requests: [{ id: created.data.id, content_hash: created.data.content_hash }],
    });
    expect(approved.body.data[0]).toMatchObject({ outcome: "refused" });
    expect((await caller.get("/payouts")).status).toBe(403);
  });
});

describe("the verification", () => {
  test("names each payout of a key that nothing signed covers", async () => {
    const { id, caller } = await newKey(world, owner, sendingForm());
    const { body } = await pay(caller, { amount_paise: 2_000_00 });
    const payout = body.data.id;
    const rulesOf = (fault: string) =>
      rolledBack(
        async (db) => {
          await sql.raw("alter table api_key_limits disable trigger user").execute(db);
          await sql.raw(fault).execute(db);
        },
        async (db) => (await verifyKeyOrders(db)).map(({ rule }) => rule),
      );
    expect(
      await rulesOf(`update api_key_limits set per_payout_paise = 100000 where key_id = '${id}'`),
    ).toEqual([keyRule.authorised]);
    expect(
      await rulesOf(
        `update api_key_limits set per_payout_paise = 1, per_day_paise = 199999 where key_id = '${id}'`,
      ),
    ).toEqual([keyRule.authorised, keyRule.perDay]);
    expect(
      await rulesOf(`update api_key_days set paise = paise - 1 where key_id = '${id}'`),
    ).toEqual([keyRule.counted]);
    expect(await rulesOf(`delete from api_key_limits where key_id = '${id}'`)).toEqual([
      keyRule.authorised,
    ]);
    expect(
      await rulesOf(`update payouts set amount_paise = 200001 where id = '${payout}'`),
    ).toContain(keyRule.authorised);
    const longAgo = "now() - interval '1 day'";
    for (const column of ["revoked_at", "disabled_at", "expires_at"])
      expect(
        await rulesOf(`update api_keys set ${column} = ${longAgo} where id = '${id}'`),
      ).toEqual([keyRule.working]);
    expect(
      await rulesOf(`update api_keys set scopes = array['payouts:read'] where id = '${id}'`),
    ).toEqual([keyRule.working]);
    // Others were in force when it was sent.
    expect(
      await rulesOf(`
        insert into api_key_limits
        select 'ffffffff-ffff-7fff-bfff-ffffffffffff', key_id, tenant_id, 1, 1, networks, signed_by,
          ${longAgo}
        from api_key_limits where key_id = '${id}'
      `),
    ).toEqual([keyRule.working]);
  });
});
