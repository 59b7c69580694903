// The guarantee: a chargeback that people decide has one proposal at a time, and only an adjustment that
// takes its own money back handles it.
import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { listAdjustments } from "@rokad/contract/adjustments";
import { listDeposits } from "@rokad/contract/deposits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdjustmentWorld, type AdjustmentWorld } from "../../../test/adjustment-world.ts";
import { presign } from "../../../test/presign.ts";
import { openReceiver } from "../../../test/receiver.ts";
import { receiveCredit } from "../virtual-accounts/receive-credits.ts";
import { receiveChargeback } from "./receive-chargeback.ts";

let world: AdjustmentWorld;
beforeAll(async () => {
  world = await openAdjustmentWorld();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const path = "/super-admin/adjustments";
interface Answered {
  readonly status: number;
  readonly body: { readonly error?: { readonly message: string } };
}
const answerOf = ({ status, body }: Answered) => [status, body.error?.message ?? null];

/** A chargeback of ₹700 that a person decides: ₹600 of its deposit of ₹900 is left. */
async function openChargeback() {
  const { tenant, ...one } = await openReceiver(world);
  const credit = one.credit({ amountPaise: 900_00n });
  await receiveCredit("sandbox", credit);
  const { data } = await tenant.ask(listDeposits, { query: {} });
  const deposit_id = data[0]?._id ?? "";
  await world.adjust(world.wrongCredit(tenant, 300, { deposit_id }));
  await receiveChargeback("sandbox", {
    reference: `rf_${deposit_id}`,
    creditReference: credit.creditReference,
    amountPaise: 700_00n,
  });
  const boss = await world.superAdmin();
  const find = async () => {
    const { summary } = await boss.ask(listAdjustments, { query: {} });
    return summary.chargebacks.find((listed) => listed.deposit_id === deposit_id);
  };
  const chargeback_id = (await find())?.id;
  const form = (over: Partial<AdjustmentForm> = {}): AdjustmentForm =>
    world.wrongCredit(tenant, 100, { deposit_id, chargeback_id, ...over });
  return { form, find, tenant };
}

test("has one proposal at a time, also when two people sign at once", async () => {
  const { form } = await openChargeback();
  const people = await world.pair();
  const forms = [form({ reason: "Hers" }), form({ reason: "His" })];
  const signed: string[] = [];
  for (const [at, person] of people.entries()) signed.push(await presign(person, path, forms[at]));
  const answers = await Promise.all(
    people.map((person, at) => person.post(path, forms[at], { signature: signed[at] })),
  );
  const refused = [409, "An adjustment of this chargeback is already proposed"];
  expect(answers.map(answerOf).toSorted()).toEqual([[201, null], refused]);
  expect(answerOf(await people[0].post(path, form({ amount: 50 })))).toEqual(refused);
});

test("is handled by an adjustment that takes its money back, and by no other", async () => {
  const { form, find, tenant } = await openChargeback();
  const other = await world.credited(100);
  const [asha, ravi] = await world.pair();
  const ask = async (over: Partial<AdjustmentForm>) => {
    const { status, body } = await asha.post(path, form(over));
    return [status, body.error.fields?.["chargeback_id"] ?? body.error.message];
  };
  const goodwill = { kind: "goodwill", debit_account: "losses", credit_account: "wallet" } as const;
  const noMoney = "This takes back no money of a chargeback";
  expect(await ask({ ...goodwill, deposit_id: undefined })).toEqual([400, noMoney]);
  expect(await ask({ credit_account: "suspense" })).toEqual([400, noMoney]);
  const another = "This chargeback is about another deposit";
  const theirs = { tenant_id: other.tenant.id };
  expect(await ask({ ...theirs, deposit_id: undefined })).toEqual([400, another]);
  expect(await ask({ ...theirs, deposit_id: other.deposit._id })).toEqual([400, another]);
  expect(await ask({ amount: 700.01, deposit_id: undefined })).toEqual([
    409,
    "The provider took back ₹700.00: adjust at most that",
  ]);
  expect(await find()).toBeDefined();
  const id = await world.propose(asha, form({ amount: 600 }));
  expect((await world.confirm(ravi, id)).status).toBe(200);
  expect(await find()).toBeUndefined();
  expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
});
