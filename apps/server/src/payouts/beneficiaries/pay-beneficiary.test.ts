// The guarantee: a payout to a saved beneficiary goes to the account that is saved, whatever the request
// says of it, and to none that ended or is archived, also when that happens at the same moment.
import { addPayoutDestination, endPayoutDestination } from "@rokad/contract/payout-destinations";
import {
  archiveBeneficiary,
  createBeneficiary,
  editBeneficiary,
  getBeneficiary,
  listBeneficiaries,
} from "@rokad/contract/beneficiaries";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beneficiaryOf } from "../../../test/forms.ts";
import { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction } from "../../database/db.ts";

let world: PayoutWorld;
let owner: SignedIn;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  owner = await world.operator({ wallet: "₹1,00,000" });
  payer = new Payer(world.app, owner.mobile, owner.token);
});
afterAll(() => world.close());

let made = 0;
const newNumber = () => `81000${String((made += 1)).padStart(7, "0")}`;
const contact = {
  email: "accounts@example.com",
  phone: "9876543210",
  address: "1 Sample Road, Pune",
};

async function save(change: Parameters<typeof beneficiaryOf>[1] = {}, by = owner) {
  const number = newNumber();
  const body = beneficiaryOf(number, { ...contact, ...change });
  const { data } = await by.ask(createBeneficiary, { body });
  return { id: data.id, number, destinationId: data.default_destination?.id ?? "" };
}

const orderTo = (destinationId: string, change: object = {}) => ({
  method: "saved",
  destination_id: destinationId,
  amount: 250.5,
  ...change,
});
const authorised = async (order: object) => ({
  ...order,
  authorization_token: await payer.authorise(order),
});

test("it goes to the saved account with the saved name and contact, and is linked", async () => {
  const { id, number, destinationId } = await save({ name: "Saved Payee" });
  const order = orderTo(destinationId, { purpose: "salary", remarks: "June" });
  const { status, body } = await payer.pay(order);
  expect(status).toBe(201);
  expect(await payer.shown(body.data.id)).toMatchObject({
    method: "imps",
    beneficiary_name: "Saved Payee",
    beneficiary_email: contact.email,
    beneficiary_phone: contact.phone,
    beneficiary_address: contact.address,
    account_number: number,
    ifsc_code: "HDFC0000001",
    purpose: "salary",
    remarks: "June",
    amount: { amount: 250_50 },
    beneficiary: { id, destination_id: destinationId },
  });
  const before = await owner.ask(getBeneficiary, { params: { id } });
  expect(before.data).toMatchObject({
    paid: { total: { amount: 0 }, count: 0 },
    pending: { total: { amount: 250_50 }, count: 1 },
    payouts: [{ id: body.data.id }],
  });
  await world.settle();
  const { data } = await owner.ask(getBeneficiary, { params: { id } });
  expect([data.paid, data.pending.count]).toEqual([
    { total: { amount: 250_50, currency: "INR" }, count: 1 },
    0,
  ]);
});

test("the list has what reached each payee last: no payout that failed, none that waits", async () => {
  const { id, destinationId } = await save({ name: "Last Paid Payee" });
  const lastPaid = async () => {
    const { data } = await owner.ask(listBeneficiaries, { query: { search: "last paid" } });
    return data.map((row) => [row.id, row.last_paid?.amount.amount]);
  };
  expect(await lastPaid()).toEqual([[id, undefined]]);
  for (const amount of [100, 200]) await payer.pay(orderTo(destinationId, { amount }));
  expect(await lastPaid()).toEqual([[id, undefined]]);
  await world.settle();
  expect(await lastPaid()).toEqual([[id, 200_00]]);
  await sql`
    update payouts set status = 'failed', failure_reason = 'Closed account'
    where amount_paise = 20000 and tenant_id = ${owner.id}
  `.execute(database());
  expect(await lastPaid()).toEqual([[id, 100_00]]);
  const { data } = await owner.ask(getBeneficiary, { params: { id } });
  expect(data.last_paid).toEqual({
    amount: { amount: 100_00, currency: "INR" },
    at: expect.any(String),
  });
});

test("a typed payout of any kind is linked to no beneficiary", async () => {
  const { number } = await save();
  const { body } = await payer.pay(impsOrder({ account_number: number }));
  expect((await payer.shown(body.data.id)).beneficiary).toBeNull();
});

test("a beneficiary saved from a payout has it; from a payout to another account, it is rejected", async () => {
  const account_number = newNumber();
  const { body } = await payer.pay(impsOrder({ account_number }));
  const payout_id = body.data.id;
  const other = await owner.post("/beneficiaries", beneficiaryOf(newNumber(), { payout_id }));
  expect([other.status, other.body.error.fields.payout_id]).toEqual([
    400,
    "This payout went to another account",
  ]);
  const { data } = await owner.ask(createBeneficiary, {
    body: beneficiaryOf(account_number, { payout_id }),
  });
  expect(data.payouts.map(({ id }) => id)).toEqual([payout_id]);
});

describe("what the request says of the payee", () => {
  test.each([
    ["account_number", "000123456789"],
    ["ifsc_code", "HDFC0000001"],
    ["upi_id", "thief@okhdfc"],
    ["beneficiary_name", "Other Name"],
  ])("%s beside a saved beneficiary is rejected", async (field, value) => {
    const { destinationId } = await save();
    const { status, body } = await payer.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: orderTo(destinationId, { [field]: value }),
    });
    expect([status, body.error.fields[`payout.${field}`]]).toEqual([
      400,
      "A saved beneficiary has its own name and account",
    ]);
  });

  test("a saved beneficiary beside a typed account is rejected", async () => {
    const { destinationId } = await save();
    const payout = impsOrder({ destination_id: destinationId });
    const { status } = await payer.post("/payouts/otp/send", { mobile: owner.mobile, payout });
    expect(status).toBe(400);
  });

  test("contact data counts only where the saved beneficiary has none", async () => {
    const full = await save();
    const email = { beneficiary_email: "thief@example.com" };
    const paid = await payer.pay(orderTo(full.destinationId, email));
    expect((await payer.shown(paid.body.data.id)).beneficiary_email).toBe(contact.email);
    const bare = await save({ email: "", phone: "", address: "" });
    const payout = orderTo(bare.destinationId, { beneficiary_phone: "9000000009" });
    const lacking = await payer.post("/payouts/otp/send", { mobile: owner.mobile, payout });
    expect([lacking.status, lacking.body.error.fields]).toEqual([
      400,
      { beneficiary_email: "Email is required", beneficiary_address: "Address is required" },
    ]);
    const given = { ...payout, ...email, beneficiary_address: "2 New Road" };
    const { body } = await payer.pay(given);
    expect(await payer.shown(body.data.id)).toMatchObject({
      beneficiary_email: "thief@example.com",
      beneficiary_phone: "9000000009",
      beneficiary_address: "2 New Road",
    });
  });

  test("another business's beneficiary is as unknown as none", async () => {
    const otherOwner = await world.operator();
    const { destinationId } = await save({}, otherOwner);
    for (const id of [destinationId, "01900000-0000-7000-8000-000000000000"]) {
      const payout = orderTo(id);
      const { status, body } = await payer.post("/payouts/otp/send", {
        mobile: owner.mobile,
        payout,
      });
      expect([status, body.error.fields.destination_id]).toEqual([
        400,
        "Choose one of your beneficiaries",
      ]);
    }
  });
});

describe("a beneficiary that changes between the form, the code and the payout", () => {
  test("an archived one and an account that ended are refused, with what to do", async () => {
    const ended = await save({ name: "Ended Payee" });
    const order = await authorised(orderTo(ended.destinationId));
    const destination = { method: "upi", upi_id: `new${newNumber()}@okhdfc` } as const;
    const params = { id: ended.id };
    await owner.ask(addPayoutDestination, {
      params,
      body: { destination, replaces: ended.destinationId },
    });
    const before = await payer.balance();
    const late = await payer.post("/payouts/initiate", order);
    expect([late.status, late.body.error.code, late.body.error.message]).toEqual([
      409,
      "BENEFICIARY_NOT_PAYABLE",
      "This account of Ended Payee was replaced or removed, so nothing was sent. Choose another one.",
    ]);
    await owner.ask(archiveBeneficiary, { params });
    const code = await payer.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: orderTo(ended.destinationId),
    });
    expect(code.body.error.message).toBe(
      "Ended Payee is archived, so nothing was sent. Restore the beneficiary first.",
    );
    expect(await payer.balance()).toBe(before);
  });

  test("a new name needs a new code: the old one named the old payee", async () => {
    const { id, destinationId } = await save({ name: "Before Name" });
    const order = await authorised(orderTo(destinationId));
    const body = { name: "After Name", kind: "vendor", ...contact, version: 1 } as const;
    await owner.ask(editBeneficiary, { params: { id }, body });
    const { status, body: answer } = await payer.post("/payouts/initiate", order);
    expect([status, answer.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  });

  test("a repeat of an accepted payout returns it, also when the account has ended since", async () => {
    const { id, destinationId } = await save();
    const order = await authorised(orderTo(destinationId));
    const first = await payer.post("/payouts/initiate", order, { key: `repeat-${destinationId}` });
    await owner.ask(endPayoutDestination, { params: { id, destination_id: destinationId } });
    const again = await payer.post("/payouts/initiate", order, { key: `repeat-${destinationId}` });
    expect([first.status, again.status, again.body.data.id]).toEqual([
      201,
      201,
      first.body.data.id,
    ]);
  });

  test("a payout that waits for a change of the beneficiary sees it", async () => {
    const { id, destinationId } = await save({ name: "Raced Payee" });
    const order = await authorised(orderTo(destinationId));
    let late: Promise<{ status: number; body: { error: { code: string } } }> | undefined;
    await transaction(async (db) => {
      await sql`select id from beneficiaries where id = ${id} for update`.execute(db);
      late = payer.post("/payouts/initiate", order);
      await expect.poll(() => waitingForLocks()).toBeGreaterThan(0);
      await sql`update beneficiaries set archived_at = now() where id = ${id}`.execute(db);
    });
    const answer = await late;
    expect([answer?.status, answer?.body.error.code]).toEqual([409, "BENEFICIARY_NOT_PAYABLE"]);
  });

  test("each of many payouts that race with an end is paid or refused, and none is half done", async () => {
    const { id, destinationId } = await save();
    const orders = [];
    for (let nth = 1; nth <= 6; nth += 1)
      orders.push(await authorised(orderTo(destinationId, { amount: 10 + nth })));
    const [ended, ...answers] = await Promise.all([
      owner.post(`/beneficiaries/${id}/destinations/${destinationId}/end`, {}),
      ...orders.map((order) => payer.post("/payouts/initiate", order)),
    ]);
    expect(ended.status).toBe(200);
    const accepted = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body.error?.code === "BENEFICIARY_NOT_PAYABLE");
    expect(accepted.length + refused.length).toBe(6);
    const { data } = await owner.ask(getBeneficiary, { params: { id } });
    expect(data.pending.count).toBe(accepted.length);
  });
});
