// The attack of finding L3: trying the passwords that people choose first. No tenant gets one of them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantForm } from "../forms.ts";
import type { SignedIn } from "../signed-in.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let boss: SignedIn;
let made: { readonly _id: string; readonly phone: string };
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  const form = { ...tenantForm("9812345670"), name: "Verma Stores" };
  made = (await boss.post("/super-admin/tenants", form)).body.data;
});
afterAll(() => world.close());

const tooCommon = "This password is too common. Choose one that is hard to guess.";
const tooClose =
  "Choose a password without the tenant's name, mobile number, or the product's name.";

const cases: readonly [password: string, message: string][] = [
  ["Password1", tooCommon],
  ["Passw0rd", tooCommon],
  ["P@ssw0rd1", tooCommon],
  ["Password123!", tooCommon],
  ["Welcome@123", tooCommon],
  ["Qwerty123", tooCommon],
  ["Admin@123", tooCommon],
  ["Abcd1234", tooCommon],
  ["Iloveyou1", tooCommon],
  ["Mumbai2026", tooCommon],
  ["VermaStores1", tooClose],
  ["Verma@2026", tooClose],
  ["V3rm4-st0res", tooClose],
  ["Rokad2026!", tooClose],
  ["9812345670Aa", tooClose],
  ["0765432189Aa", tooClose],
];

describe("a tenant's password", () => {
  test.for(cases)("%s is refused at creation and on edit", async ([password, message]) => {
    const created = await boss.post("/super-admin/tenants", {
      ...tenantForm(world.newMobile()),
      name: "Verma Stores",
      phone: "9812345670",
      password,
    });
    const edited = await boss.put(`/super-admin/tenants/${made._id}`, { password });
    for (const { status, body } of [created, edited]) {
      expect([status, body.error]).toMatchObject([
        400,
        { code: "INVALID_INPUT", fields: { password: message } },
      ]);
    }
  });

  test.for(["Correct-horse-9", "kT9vLq2x", "Xk93mQpa", "Verma-9-plump-otters-sing"])(
    "%s is accepted",
    async (password) => {
      const form = { ...tenantForm(world.newMobile()), name: "Verma Stores", password };
      expect((await boss.post("/super-admin/tenants", form)).status).toBe(201);
      const edited = await boss.put(`/super-admin/tenants/${made._id}`, { password });
      expect(edited.status).toBe(200);
    },
  );

  test("an edit without a password asks nothing of it", async () => {
    const edited = await boss.put(`/super-admin/tenants/${made._id}`, { role: "operator" });
    expect(edited.status).toBe(200);
  });
});
