// The guarantee: what a program reads of a payout before it sends it is what sending it would answer.
import { setAdviceSettings } from "@rokad/contract/payment-advices";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  keyForm,
  machinePayout,
  newKey,
  sendingForm,
  type Program,
} from "../../../test/key-world.ts";
import { memberIdOf } from "../../../test/member-id.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹1,00,000" });
});
afterAll(() => world.close());

let keys = 0;
const pay = (program: Program, change: object) =>
  program.post("/payouts", machinePayout({ ...change }), { key: `key-${(keys += 1)}` });

describe("a payout that is only validated", () => {
  test("names everything that would refuse it, and changes nothing", async () => {
    const poor = await world.operator({ wallet: "₹1,000" });
    const { caller } = await newKey(world, poor, sendingForm());
    const validate = async (change: object) => {
      const { body } = await caller.post("/payouts/validate", machinePayout({ ...change }));
      return { ...body.data, codes: body.data.problems.map(({ code }) => code) };
    };
    expect(await validate({ amount_paise: 100_00, client_reference: "INV-1" })).toMatchObject({
      is_sendable: true,
      codes: [],
      total: { amount: 105_90 },
    });
    expect((await validate({ amount_paise: 6_000_00 })).codes).toEqual([
      "KEY_LIMIT_EXCEEDED",
      "INSUFFICIENT_BALANCE",
    ]);
    await pay(caller, { amount_paise: 100_00, client_reference: "INV-1" });
    expect((await validate({ amount_paise: 100_00, client_reference: "INV-1" })).codes).toEqual([
      "CLIENT_REFERENCE_USED",
    ]);
    expect((await poor.get("/payouts")).body.total).toBe(1);
  });

  test("of a key that only prepares requests has no limits of a key, and all other problems", async () => {
    const { caller } = await newKey(world, owner, keyForm({ scopes: ["payouts:request"] }));
    const validate = async (change: object) => {
      const { body } = await caller.post("/payouts/validate", machinePayout({ ...change }));
      return body.data.problems.map(({ code }) => code);
    };
    expect(await validate({ amount_paise: 6_000_00 })).toEqual([]);
    expect(await validate({ amount_paise: 2_00_000_00 })).toEqual(["INSUFFICIENT_BALANCE"]);
  });

  test("names the limits of the owner who signed the key, and advices that are off", async () => {
    const { caller } = await newKey(world, owner, sendingForm());
    const limits = { per_payout: 1_000, per_day: 1_500 };
    await owner.put(`/member-limits/${await memberIdOf(owner)}`, limits);
    const validate = async (change: object) => {
      const { body } = await caller.post("/payouts/validate", machinePayout({ ...change }));
      return [body.data.is_sendable, ...body.data.problems.map(({ code }) => code)];
    };
    const above = { amount_paise: 1_000_01 };
    expect(await validate(above)).toEqual([false, "PERSON_LIMIT_EXCEEDED"]);
    expect((await pay(caller, above)).body.error.code).toBe("PERSON_LIMIT_EXCEEDED");
    expect(await validate({})).toEqual([true]);
    expect((await pay(caller, {})).status).toBe(201);
    expect(await validate({})).toEqual([false, "PERSON_LIMIT_EXCEEDED"]);
    const advised = { amount_paise: 100_00, send_advice: true };
    expect(await validate(advised)).toEqual([false, "ADVICES_OFF"]);
    await owner.ask(setAdviceSettings, { body: { is_on: true } });
    expect(await validate(advised)).toEqual([true]);
  });
});
