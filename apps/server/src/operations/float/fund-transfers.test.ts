// The guarantee: one transfer of the platform's own money is one posting, whatever the spelling of its
// UTR and whichever source has it first; a correction is a posting of its own.
import { listFundTransfers, recordFundTransfer } from "@rokad/contract/fund-transfers";
import { initiateDeposit } from "@rokad/contract/deposits";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newBankUtr, openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { openReceiver, type Receiver } from "../../../test/receiver.ts";
import { presign } from "../../../test/presign.ts";
import { statementsOf } from "../../../test/statement-world.ts";
import { database } from "../../database/db.ts";
import { receiveCredits } from "../../money-in/virtual-accounts/receive-credits.ts";
import { dayInIndia, today } from "../../kernel/days.ts";

const path = "/super-admin/float/transfers";

let world: FloatWorld;
beforeAll(async () => {
  world = await openFloatWorld();
});
afterAll(() => world.close());

let before: Record<string, bigint> = {};
beforeEach(async () => {
  before = await world.accounts();
});
async function moved(...accounts: string[]) {
  const sums = await world.accounts();
  return accounts.map((account) => Number((sums[account] ?? 0n) - (before[account] ?? 0n)));
}
const transfers = async () => (await world.boss.ask(listFundTransfers, { query: {} })).data;

describe("a recorded transfer", () => {
  test("moves the money from its source to its destination, in each direction", async () => {
    await world.record({ amount: 50_000 });
    expect(await moved("bank", "provider")).toEqual([50_000_00, -50_000_00]);
    await world.record({ from: "sandbox", to: "bank", amount: 20_000.5 });
    await world.record({ from: "own_funds", to: "bank", amount: 1_00_000, note: "Capital" });
    expect(await moved("bank", "provider", "own_funds")).toEqual([
      50_000_00 - 20_000_50 - 1_00_000_00,
      -50_000_00 + 20_000_50,
      1_00_000_00,
    ]);
    expect(await world.faults()).toEqual([]);
    const [newest] = await transfers();
    expect(newest).toMatchObject({
      from: "own_funds",
      to: "bank",
      recorded_by: "Meera Iyer",
      origin: "person",
      is_correction: false,
    });
  });

  test("is posted once, although four requests with three spellings of its UTR race", async () => {
    const [one, ...others] = ["412345678907", "000412345678907", "IMPS412345678907"];
    const request = async (utr: string | undefined, name: string) => {
      const by = await world.newSuperAdmin(name);
      const body = world.form({ utr_reference: utr });
      return { by, body, signature: await presign(by, path, body) };
    };
    const requests = [
      await request(one, "Ravi Menon"),
      await request(one, "Farah Khan"),
      await request(others[0], "Isha Rao"),
      await request(others[1], "Om Das"),
    ];
    const results = await Promise.all(
      requests.map(({ by, body, signature }) => by.post(path, body, { signature })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await moved("bank", "provider")).toEqual([50_000_00, -50_000_00]);
  });

  test("answers a repeat with the same key as the first time, and posts nothing", async () => {
    const body = world.form();
    const once = await world.boss.ask(recordFundTransfer, { body }, { key: "top-up-1" });
    const again = await world.boss.ask(recordFundTransfer, { body }, { key: "top-up-1" });
    expect(again.data.id).toBe(once.data.id);
    expect(await moved("bank")).toEqual([50_000_00]);
  });

  test("needs a signature of exactly these values, which it names", async () => {
    const body = world.form({ utr_reference: "HDFCN52026999999" });
    const signature = await presign(world.boss, path, body);
    const { error } = (await world.boss.post(path, { ...body, amount: 50_001 }, { signature }))
      .body;
    expect([error.code, error.step_up?.summary]).toEqual([
      "STEP_UP_REQUIRED",
      `Record a transfer of ₹50,001.00 from the bank to Sandbox on ${dayInIndia(today())}, UTR HDFCN52026999999`,
    ]);
    expect(await moved("bank")).toEqual([0]);
  });

  test.each([
    ["equal sides", { to: "bank" }, { to: "Choose two different accounts" }],
    [
      "an unknown account",
      { to: "hdfc" },
      { to: "Choose one of the accounts of this installation" },
    ],
    [
      "no receiving account",
      { receiving_account: undefined },
      { receiving_account: "Choose a receiving account" },
    ],
    [
      "an unknown receiving account",
      { receiving_account: "01994c70-4a11-7c20-9a01-7b2f4c8e7a01" },
      { receiving_account: "Choose one of the receiving accounts" },
    ],
    ["no UTR to a provider", { utr_reference: "" }, { utr_reference: "UTR is required" }],
    ["own funds without a note", { from: "own_funds" }, { note: "Say what the money is for" }],
    [
      "a day in the future",
      { transferred_on: "2999-01-01" },
      { transferred_on: "The day cannot be in the future" },
    ],
    ["zero", { amount: 0 }, { amount: "Enter an amount above ₹0" }],
    [
      "a third decimal",
      { amount: 1.005 },
      { amount: "Enter an amount in rupees with at most two decimals" },
    ],
    [
      "two providers",
      { from: "cashfree", to: "razorpayx" },
      { to: "Record two transfers by way of the bank" },
    ],
  ])("is refused with %s", async (_, change, fields) => {
    const { status, body } = await world.boss.post(
      "/super-admin/float/transfers",
      world.form(change),
    );
    expect([status, body.error.fields]).toEqual([400, fields]);
  });
});

describe("a correction", () => {
  test("posts the other direction once, keeps the record, and frees the UTR", async () => {
    const utr = newBankUtr();
    const { id } = await world.record({ utr_reference: utr, amount: 5_000 });
    await world.correct(id);
    expect(await moved("bank", "provider")).toEqual([0, 0]);
    const again = await world.boss.post(`/super-admin/float/transfers/${id}/correction`, {
      reason: "Again",
    });
    expect([again.status, again.body.error.code]).toEqual([409, "ALREADY_DECIDED"]);
    await world.record({ utr_reference: utr, amount: 50_000 });
    expect(await moved("bank", "provider")).toEqual([50_000_00, -50_000_00]);
    const [right, correction, wrong] = await transfers();
    expect([right?.corrected_at, correction?.is_correction, wrong?.corrected_at]).toEqual([
      null,
      true,
      expect.any(String),
    ]);
    expect(await world.faults()).toEqual([]);
  });
});

describe("a deposit and a transfer with one UTR", () => {
  test("exclude each other, in both orders and when they race", async () => {
    const { tenant, account } = await statementsOf(world).tenantWith();
    const deposit = (utr: string) =>
      tenant.post("/wallet/deposit/initiate", {
        bank_account: account,
        amount: 50_000,
        utr_reference: utr,
      });
    const [first, second, third] = [newBankUtr(), newBankUtr(), newBankUtr()];
    await world.record({ from: "sandbox", to: "bank", utr_reference: first });
    expect((await deposit(first)).body.error.code).toBe("TRANSFER_NOT_CREDITABLE");

    await tenant.ask(initiateDeposit, {
      body: { bank_account: account, amount: 50_000, utr_reference: second },
    });
    const refused = await world.boss.post(
      "/super-admin/float/transfers",
      world.form({ utr_reference: second }),
    );
    expect(refused.body.error.message).toBe("A deposit request has this UTR. Reject it first.");

    const body = world.form({ utr_reference: third });
    const signature = await presign(world.boss, path, body);
    const [transferred, requested] = await Promise.all([
      world.boss.post(path, body, { signature }),
      deposit(third),
    ]);
    expect([transferred.status, requested.status].toSorted()).toEqual([201, 409]);
    expect(await world.faults()).toEqual([]);
  });
});

describe("a virtual-account credit and a transfer with one UTR", () => {
  const receive = async (receiver: Receiver, utr: string | null) => {
    const credit = receiver.credit({ utr, sender: null });
    await receiveCredits("sandbox", [credit]);
    const { id } = await database()
      .selectFrom("incoming_credits")
      .select("id")
      .where("credit_reference", "=", credit.creditReference)
      .executeTakeFirstOrThrow();
    return `/super-admin/suspense/${id}`;
  };
  const own = { from: "own_funds", to: "bank", note: "Capital" };

  test("exclude each other while it is in suspense, and after it was decided", async () => {
    const receiver = await openReceiver(world);
    const refusal = async (utr: string) => {
      const form = world.form({ ...own, utr_reference: utr });
      const { status, body } = await world.boss.post(path, form);
      return [status, body.error.code, body.error.fields?.["utr_reference"]];
    };
    const [returned, assigned] = ["612345678901", "612345678902"];
    const returning = await receive(receiver, `0000${returned}`);
    expect(await refusal(returned)).toEqual([
      409,
      "UTR_ALREADY_USED",
      "This transfer arrived on a virtual account. Decide about it in suspense.",
    ]);
    const sentBack = { utr_reference: newBankUtr(), reason: "Sent back" };
    expect((await world.boss.post(`${returning}/return`, sentBack)).status).toBe(200);
    expect((await refusal(returned))[2]).toMatch(/^This transfer was returned to its sender on /);
    const assigning = await receive(receiver, assigned);
    const to = { tenant_id: receiver.tenant.id };
    expect((await world.boss.post(`${assigning}/assign`, to)).status).toBe(200);
    expect((await refusal(assigned))[2]).toBe("A deposit with this UTR was credited");
    expect(await world.faults()).toEqual([]);
  });

  test("exclude each other when they race, although the bank sent no UTR", async () => {
    const receiver = await openReceiver(world);
    for (const utr of Array.from({ length: 5 }, newBankUtr)) {
      const assignPath = `${await receive(receiver, null)}/assign`;
      const assignment = { tenant_id: receiver.tenant.id, utr_reference: utr };
      const form = world.form({ ...own, utr_reference: utr });
      const [toAssign, toRecord] = [
        await presign(world.boss, assignPath, assignment),
        await presign(world.boss, path, form),
      ];
      const results = await Promise.all([
        world.boss.post(assignPath, assignment, { signature: toAssign }),
        world.boss.post(path, form, { signature: toRecord }),
      ]);
      expect(results.filter(({ status }) => status < 300)).toHaveLength(1);
    }
  });
});
