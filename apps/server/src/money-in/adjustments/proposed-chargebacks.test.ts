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
  return { form, find };
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
