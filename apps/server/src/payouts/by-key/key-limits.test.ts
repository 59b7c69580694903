// The guarantee: no race, policy, revocation or lost role lets a key send more than an owner signed, or
// names a payout that does not exist.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  machinePayout,
  newKey,
  ownAddress,
  programOf,
  sendingForm,
  type Program,
} from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { verifyKeyOrders } from "./verify-key-orders.ts";

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

describe("the limits of an API key", () => {
  test("bound each payout and each day in India", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const large = await pay(caller, { amount_paise: 5_000_01 });
    expect(codeOf(large)).toEqual([422, "KEY_LIMIT_EXCEEDED"]);
    expect(large.body.error.message).toBe("The API key may send ₹5,000 per payout.");
    expect((await pay(caller, { amount_paise: 5_000_00 })).status).toBe(201);
    expect((await pay(caller, { amount_paise: 4_000_00 })).status).toBe(201);
    const over = await pay(caller, { amount_paise: 1_000_01 });
    expect(over.body.error.message).toBe(
      "The API key may send ₹10,000 per day in India and has sent ₹9,000 today.",
    );
    expect((await pay(caller, { amount_paise: 1_000_00 })).status).toBe(201);
    await world.afterSeconds(24 * 3_600, async () =>
      expect((await pay(caller, { amount_paise: 5_000_00 })).status).toBe(201),
    );
  });

  test("hold when 40 payouts with two secrets race for the last rupees", async () => {
    const { id, caller } = await newKey(world, owner, sendingForm());
    const rolled = await owner.post(`/api-keys/${id}/roll`, { old_valid_hours: 1 });
    const both = [caller, programOf(world, rolled.body.data.secret)] as const;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => pay(both[at % 2] ?? caller, { amount_paise: 999_00 })),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(10);
    expect(new Set(answers.map((answer) => codeOf(answer)[1]))).toEqual(
      new Set([undefined, "KEY_LIMIT_EXCEEDED"]),
    );
  });

  test("of two keys count together against the limits of the owner who signed both", async () => {
    const { body: limits } = await owner.get("/member-limits");
    const me = limits.data[0]?.id ?? "";
    await owner.put(`/member-limits/${me}`, { per_payout: null, per_day: 10_000 });
    const both = [
      await newKey(world, owner, sendingForm()),
      await newKey(world, owner, sendingForm()),
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const { caller } = both[at % 2] ?? both[0]!;
        return pay(caller, { amount_paise: 999_00 });
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.map((answer) => codeOf(answer)[1])).toContain("PERSON_LIMIT_EXCEEDED");
  });

  test("are missing until an owner signed them, and after they were withdrawn", async () => {
    const { id, caller } = await newKey(world, owner, sendingForm({ limits: null }));
    expect(codeOf(await pay(caller))).toEqual([403, "KEY_LIMITS_MISSING"]);
    const access = { networks: [ownAddress], limits: { per_payout: 1_000, per_day: 1_000 } };
    await owner.put(`/api-keys/${id}/access`, access);
    expect((await pay(caller)).status).toBe(201);
    await owner.put(`/api-keys/${id}/access`, { ...access, limits: null });
    expect(codeOf(await pay(caller))).toEqual([403, "KEY_LIMITS_MISSING"]);
  });

  test("stop with the owner who signed them", async () => {
    const second = await world.member(owner, ["owner"], "Priya Nair");
    const { id, caller } = await newKey(world, owner, sendingForm({ limits: null }));
    const limits = { per_payout: 1_000, per_day: 2_000 };
    await second.put(`/api-keys/${id}/access`, { networks: [ownAddress], limits });
    expect((await pay(caller)).status).toBe(201);
    const team = await owner.get("/team");
    const priya = team.body.data.members.find(({ name }) => name === "Priya Nair")?.id ?? "";
    await owner.put(`/team/${priya}/roles`, { roles: ["viewer"] });
    expect(codeOf(await pay(caller))).toEqual([403, "KEY_LIMITS_MISSING"]);
    await owner.put(`/team/${priya}/roles`, { roles: ["owner"] });
    expect(codeOf(await pay(caller))).toEqual([403, "KEY_LIMITS_MISSING"]);
    await second.put(`/api-keys/${id}/access`, { networks: [ownAddress], limits });
    expect((await pay(caller)).status).toBe(201);
    await owner.patch(`/team/${priya}/status`, { is_active: false });
    await owner.patch(`/team/${priya}/status`, { is_active: true });
    expect(codeOf(await pay(caller))).toEqual([403, "KEY_LIMITS_MISSING"]);
  });

  test("let nothing pass that the approval policy covers", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const any = { methods: null, beneficiary: null, amount_up_to: null };
    const approver = [{ approvals: 1, roles: ["owner"], people: [] }];
    await world.member(owner, ["owner"], "Priya Nair");
    const saved = await owner.put("/approval-policy", {
      bands: [
        { ...any, sources: ["api"], steps: approver },
        { ...any, sources: null, steps: [] },
      ],
      base_version: null,
      reason: "Programs need a person",
    });
    await sql`
      update approval_policies set state = 'in_force', decided_at = now(), in_force_from = now()
      where id = ${saved.body.data.id}
    `.execute(database());
    expect(codeOf(await pay(caller))).toEqual([409, "APPROVAL_REQUIRED"]);
  });

  test("are void after a revocation that comes while payouts arrive", async () => {
    const { id, caller } = await newKey(
      world,
      owner,
      sendingForm({ limits: { per_payout: 100, per_day: 10_000 } }),
    );
    const paying = Array.from({ length: 30 }, () => pay(caller, { amount_paise: 100_00 }));
    const revoked = owner.post(`/api-keys/${id}/revoke`, {});
    const answers = await Promise.all(paying);
    await revoked;
    for (const answer of answers)
      expect([undefined, "API_KEY_REVOKED"]).toContain(codeOf(answer)[1]);
    expect(codeOf(await pay(caller))).toEqual([401, "API_KEY_REVOKED"]);
    const { rows } = await sql<{ late: number }>`
      select count(*)::int as late from api_orders join api_keys on api_keys.id = key_id
      where key_id = ${id} and api_orders.created_at > revoked_at
    `.execute(database());
    expect(rows[0]?.late).toBe(0);
  });
});

describe("payouts that race for one client reference", () => {
  const race = (program: Program, paise: number) =>
    Promise.all(
      ["a", "b", "c"].map((key) =>
        pay(program, { amount_paise: paise, client_reference: "INV-1" }, key),
      ),
    );

  test("name the one that is accepted", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const answers = await race(caller, 1_000_00);
    const accepted = answers.filter(({ status }) => status === 201);
    const named = answers
      .filter(({ status }) => status === 409)
      .map(({ body }) => body.error.fields["id"]);
    expect([...accepted.map(({ body }) => body.data.id), ...named]).toEqual(
      answers.map(() => accepted[0]?.body.data.id),
    );
  });

  test("share the error if none is accepted, also when they are repeated", async () => {
    const poor = await world.operator({ wallet: "₹1,000" });
    const { caller } = await newKey(world, poor, sendingForm());
    const answers = await race(caller, 4_000_00);
    expect(answers.map(codeOf)).toEqual(answers.map(() => [422, "INSUFFICIENT_BALANCE"]));
    // A first try that arrives late must not pay what the program knows as refused.
    await world.fund(poor, 20_000);
    expect((await race(caller, 4_000_00)).map(codeOf)).toEqual(answers.map(codeOf));
  });
});
