// The guarantee: a program that repeats a request reads what its first try got, whatever changed since,
// and a refusal that it has read is final for 5 minutes.
import { archiveBeneficiary, restoreBeneficiary } from "@rokad/contract/beneficiaries";
import { setAdviceSettings } from "@rokad/contract/payment-advices";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beneficiaryOf, impsOrder } from "../../../test/forms.ts";
import {
  keyForm,
  machinePayout,
  newKey,
  sendingForm,
  type Program,
} from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { verifyKeyOrders } from "./verify-key-orders.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator({ wallet: "₹10,000" });
});
afterAll(async () => {
  expect(await verifyKeyOrders(database())).toEqual([]);
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const pay = (program: Program, payout: object, key: string) =>
  program.post("/payouts", payout, { key });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof pay>>) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];
// The sandbox pays it and lets the call time out.
const unclear = { account_number: "000000000504", ifsc_code: "HDFC0000504" };

/** A payout to a saved beneficiary, as a program requests it. */
async function toSaved() {
  const { body } = await owner.post("/beneficiaries", beneficiaryOf(world.newAccountNumber()));
  const { id, default_destination: destination } = body.data;
  return { id, payout: { method: "saved", destination_id: destination?.id, amount_paise: 500_00 } };
}

describe("a payment request that is repeated under its key", () => {
  async function requester() {
    const { caller } = await newKey(world, owner, keyForm({ scopes: ["payouts:request"] }));
    return (payout: object) => caller.post("/payment-requests", { payout }, { key: "same" });
  }

  test("names the first one after its payee was archived", async () => {
    const request = await requester();
    const { id, payout } = await toSaved();
    const first = await request(payout);
    expect(first.status).toBe(201);
    await owner.ask(archiveBeneficiary, { params: { id } });
    const again = await request(payout);
    expect(again).toMatchObject({ status: 201, body: { data: { id: first.body.data.id } } });
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await request({ ...payout, amount_paise: 600_00 })).body.error.code).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
  });

  test("names the first one while a payout of its amount to its account is unclear", async () => {
    const request = await requester();
    const payout = machinePayout({ ...unclear, amount_paise: 77_00 });
    const first = await request(payout);
    await owner.pay(impsOrder({ ...unclear, amount: 77 }));
    await world.work();
    const again = await request(payout);
    expect(again).toMatchObject({ status: 201, body: { data: { id: first.body.data.id } } });
    const { caller } = await newKey(world, owner, keyForm({ scopes: ["payouts:request"] }));
    const other = await caller.post("/payment-requests", { payout }, { key: "other" });
    expect([other.status, other.body.error.code]).toEqual([409, "REPEAT_REASON_REQUIRED"]);
  });
});

describe("a refusal of a payout stays with its key for 5 minutes, also when its cause is over", () => {
  async function expectToStay(payout: object, code: string, end: () => Promise<unknown>) {
    const { caller } = await newKey(world, owner, sendingForm());
    expect(codeOf(await pay(caller, payout, "refused"))[1]).toBe(code);
    await end();
    expect(codeOf(await pay(caller, payout, "refused"))[1]).toBe(code);
    expect((await pay(caller, payout, "other")).status).toBe(201);
    await world.afterSeconds(301, async () =>
      expect((await pay(caller, payout, "refused")).status).toBe(201),
    );
  }

  test("an earlier payout was unclear", async () => {
    await owner.pay(impsOrder({ ...unclear, amount: 79 }));
    await world.work();
    await expectToStay(
      machinePayout({ ...unclear, amount_paise: 79_00 }),
      "REPEAT_REASON_REQUIRED",
      () => world.afterSeconds(3_600, () => world.work()),
    );
  });

  test("the beneficiary was archived", async () => {
    const { id, payout } = await toSaved();
    await owner.ask(archiveBeneficiary, { params: { id } });
    await expectToStay(payout, "BENEFICIARY_NOT_PAYABLE", () =>
      owner.ask(restoreBeneficiary, { params: { id } }),
    );
  });

  test("payment advices were off", async () => {
    await expectToStay(machinePayout({ send_advice: true }), "ADVICES_OFF", () =>
      owner.ask(setAdviceSettings, { body: { is_on: true } }),
    );
  });
});

test("another key pays again while the first payout is pending: only its reference is a guard", async () => {
  const { caller } = await newKey(world, owner, sendingForm());
  const named = machinePayout({ client_reference: "INV-1" });
  const first = await pay(caller, named, "first");
  expect(first.body.data.status).toBe("pending");
  expect(codeOf(await pay(caller, named, "second"))).toEqual([409, "CLIENT_REFERENCE_USED"]);
  expect((await pay(caller, machinePayout(), "third")).status).toBe(201);
});
