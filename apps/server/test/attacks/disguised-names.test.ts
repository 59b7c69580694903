// The attack of finding L5: a name with a line break or with marks that turn text round reads as
// another one in lists, texts and files. Each call that takes a name of a person or business refuses.
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountForm, tenantForm } from "../forms.ts";
import { impsOrder } from "../payout-world.ts";
import type { SignedIn } from "../signed-in.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let admin: SignedIn;
let tenant: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
  tenant = await world.operator();
});
afterAll(() => world.close());

const disguises = [
  "Sharma\nTraders",
  "Sharma\r\nBalance: 0",
  "Sharma \u202Esredart",
  "Sharma\u2067 Traders",
  "Sharma\u200B Traders",
  "Sharma\u0000Traders",
];

test.for(disguises)(
  "%j is no name of a tenant, an account holder or a beneficiary",
  async (name) => {
    const form = { ...tenantForm(world.newMobile()), name };
    const account = { ...accountForm(world.newAccountNumber()), account_holder_name: name };
    const payout = { ...impsOrder(), beneficiary_name: name };
    for (const [answer, field] of [
      [await admin.post("/super-admin/tenants", form), "name"],
      [await tenant.post("/wallet/bank-accounts", account), "account_holder_name"],
      [
        await tenant.post("/payouts/otp/send", { mobile: tenant.mobile, payout }),
        "payout.beneficiary_name",
      ],
    ] as const) {
      expect([answer.status, answer.body.error.code]).toEqual([400, "INVALID_INPUT"]);
      expect(Object.keys(answer.body.error.fields)).toContain(field);
    }
  },
);
