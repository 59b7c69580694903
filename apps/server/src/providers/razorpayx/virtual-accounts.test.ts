// The guarantee: a tenant has one account, which always accepts money from the tenant's own bank
// accounts only, and webhook and list report the same credit.
import { expect, test } from "vitest";
import { useRazorpayX } from "../../../test/razorpayx-world.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { NotAcceptedError } from "../../kernel/outbound-errors.ts";
import type { IncomingCredit, Sender, VirtualAccounts } from "../virtual-accounts.ts";
import { razorpayxWebhook } from "./webhook.ts";

const world = useRazorpayX();

const sender = (last: number): Sender => ({
  accountNumber: `0000012345${String(last).padStart(2, "0")}`,
  ifscCode: "SBIN0000001",
});
const from = (one: Sender) => ({
  account_number: one.accountNumber,
  ifsc: one.ifscCode,
  name: "SAMPLE TRADERS",
});
const virtualAccounts = (): VirtualAccounts => {
  const offered = world.provider.virtualAccounts;
  if (!offered) throw new Error("RazorpayX has virtual accounts");
  return offered;
};
const findNone = async () => new Set<string>();
const order = (key = newReference(), senders = [sender(1)]) => ({
  key,
  name: "Sample Traders",
  mobile: "9876543210",
  senders,
});

test("one key opens one account, even among hundreds and after a lost answer", async () => {
  world.standIn.planFaultFor("lost", { kind: "cut", acts: true });
  await expect(virtualAccounts().open({ ...order("LOST"), name: "lost" })).rejects.toThrow(
    "Connection lost",
  );
  const opened = await virtualAccounts().open(order("LOST"));
  for (let index = 0; index < 105; index += 1) await virtualAccounts().open(order(`KEY${index}`));
  expect(await virtualAccounts().open(order("LOST"))).toEqual(opened);
  expect(world.standIn.smartCollect.accounts).toHaveLength(106);
  expect(opened).toMatchObject({ ifscCode: "RATN0VAAPIS", isOpen: true });
});

test("an account whose opening had no answer gets the senders of the next call", async () => {
  const one = order();
  world.standIn.planFaultFor("lost", { kind: "cut", acts: true });
  await expect(virtualAccounts().open({ ...one, name: "lost" })).rejects.toThrow("Connection lost");
  await virtualAccounts().open({ ...one, senders: [sender(2), sender(3)] });
  const account = world.standIn.smartCollect.accounts.at(-1);
  expect(account?.notes).toEqual({ rokad_key: one.key });
  expect(account?.payers.map(({ bank_account }) => bank_account.account_number)).toEqual([
    sender(2).accountNumber,
    sender(3).accountNumber,
  ]);
});

test("a closed account accepts no money, and the tenant's next one is another", async () => {
  const one = order();
  const opened = await virtualAccounts().open(one);
  await virtualAccounts().close(opened.providerReference);
  await virtualAccounts().close(opened.providerReference);
  const credit = { amount: 100_00, utr: "523223155921", from: from(sender(1)) };
  expect(world.standIn.smartCollect.receive(opened.accountNumber, credit)).toBe("sent back");
  expect((await virtualAccounts().open(one)).accountNumber).not.toBe(opened.accountNumber);
});

test("the allowed senders change without ever being empty [31.11]", async () => {
  const opened = await virtualAccounts().open(order());
  const account = world.standIn.smartCollect.accounts.find(
    ({ id }) => id === opened.providerReference,
  );
  const counts: number[] = [];
  const lock = async (senders: readonly Sender[]) => {
    const since = world.standIn.requests.length;
    await virtualAccounts().setAllowedSenders(opened.providerReference, senders);
    counts.push(world.standIn.requests.length - since);
    return account?.payers.map(({ bank_account }) => bank_account.account_number).toSorted();
  };
  const numbers = (...lastDigits: number[]) => lastDigits.map((last) => sender(last).accountNumber);
  expect(await lock([sender(2)])).toEqual(numbers(2));
  // Reads, adds the new one, and only then removes the old one.
  const verbs = world.standIn.requests.slice(-3).map(({ method }) => method);
  expect(verbs).toEqual(["GET", "POST", "DELETE"]);
  expect(await lock([sender(2), sender(3)])).toEqual(numbers(2, 3));
  expect(await lock([sender(3), sender(2)])).toEqual(numbers(2, 3));
  expect(counts).toEqual([3, 2, 1]);
  const ten = Array.from({ length: 10 }, (_, index) => sender(10 + index));
  expect(await lock(ten)).toHaveLength(10);
  const nextTen = ten.map((_, index) => sender(30 + index));
  expect(await lock(nextTen)).toEqual(nextTen.map(({ accountNumber }) => accountNumber));
  expect(await lock([sender(1)])).toEqual(numbers(1));
  expect(account?.payersMin).toBe(1);
});

test("without senders it accepts no money, and more than ten are rejected without a call", async () => {
  const one = order(newReference(), []);
  const { accountNumber, providerReference } = await virtualAccounts().open(one);
  const arrives = () =>
    world.standIn.smartCollect.receive(accountNumber, {
      amount: 100_00,
      utr: "523223155924",
      from: from(sender(1)),
    });
  expect(arrives()).toBe("sent back");
  await virtualAccounts().setAllowedSenders(providerReference, [sender(1)]);
  expect(arrives()).toBe("credited");
  await virtualAccounts().setAllowedSenders(providerReference, []);
  expect(arrives()).toBe("sent back");
  const account = world.standIn.smartCollect.accounts.find(({ id }) => id === providerReference);
  expect(account?.payersMin).toBe(1);

  const before = world.standIn.requests.length;
  const eleven = Array.from({ length: 11 }, (_, index) => sender(index));
  await expect(virtualAccounts().setAllowedSenders(providerReference, eleven)).rejects.toThrow(
    NotAcceptedError,
  );
  expect(world.standIn.requests).toHaveLength(before);
});

test("a credit is the same by webhook and by list; money of other senders is returned [31.11]", async () => {
  const opened = await virtualAccounts().open(order());
  const receive = (utr: string, by: Sender | null) =>
    world.standIn.smartCollect.receive(opened.accountNumber, {
      amount: 619_00,
      utr,
      from: by && from(by),
    });
  expect(receive("523223155922", sender(9))).toBe("sent back");
  expect(receive("hdfcn00000000001", sender(1))).toBe("credited");
  const webhook = world.standIn.webhooks.at(-1);
  expect(receive("P1-short", null)).toBe("credited");
  const [start, end] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const listed: IncomingCredit[] = [];
  for await (const page of virtualAccounts().credits?.(start, end, findNone) ?? [])
    listed.push(...page);
  const mine = listed.filter((one) => one.virtualAccount === opened.providerReference);
  expect(mine).toMatchObject([
    { utr: null, sender: null },
    {
      amountPaise: 619_00n,
      utr: "HDFCN00000000001",
      sender: { ...sender(1), name: "SAMPLE TRADERS" },
    },
  ]);
  expect(razorpayxWebhook.read(Buffer.from(webhook?.body ?? ""))).toEqual([
    { about: "credit", credit: mine[1] },
  ]);
  const before: IncomingCredit[] = [];
  for await (const page of virtualAccounts().credits?.(new Date(0), start, findNone) ?? [])
    before.push(...page);
  expect(before).toEqual([]);
});

test("the list of credits makes at most 4 calls a second, none for credits that are known", async () => {
  const opened = await virtualAccounts().open(order());
  for (const last of [1, 2, 3]) {
    const credit = { amount: 100_00, utr: `52322315593${last}`, from: from(sender(1)) };
    world.standIn.smartCollect.receive(opened.accountNumber, credit);
  }
  const since = world.standIn.requests.length;
  const startedAt = performance.now();
  const findOld = async (references: readonly string[]) => new Set(references.slice(3));
  const listed: IncomingCredit[] = [];
  for await (const page of virtualAccounts().credits?.(
    new Date(0),
    new Date("2100-01-01"),
    findOld,
  ) ?? [])
    listed.push(...page);
  expect(listed.map(({ utr }) => utr)).toEqual(["523223155933", "523223155932", "523223155931"]);
  expect(world.standIn.requests.length - since).toBe(1 + 3);
  // A timer may fire a moment early.
  expect(performance.now() - startedAt).toBeGreaterThan(3 * 250 - 5);
});

test("a payment without money left is no credit; a doubtful one has its problem", async () => {
  const opened = await virtualAccounts().open(order());
  world.standIn.smartCollect.receive(opened.accountNumber, {
    amount: 100_00,
    utr: "523223155923",
    from: null,
  });
  const body = world.standIn.webhooks.at(-1)?.body ?? "";
  for (const [was, is] of [
    ['"status":"captured"', '"status":"refunded"'],
    ['"amount_refunded":0', '"amount_refunded":10000'],
  ] as const) {
    expect(razorpayxWebhook.read(Buffer.from(body.replace(was, is)))).toEqual([{ about: "other" }]);
  }
  for (const [was, is, credit] of [
    [
      '"method":"bank_transfer"',
      '"method":"upi"',
      { amountPaise: 100_00n, problem: "other_method" },
    ],
    [
      '"amount_refunded":0',
      '"amount_refunded":4000',
      { amountPaise: 60_00n, problem: "partly_refunded" },
    ],
    [
      '"amount_refunded":0',
      '"amount_refunded":4000,"method":"upi"',
      { amountPaise: 60_00n, problem: "partly_refunded" },
    ],
    [
      '"currency":"INR"',
      '"currency":"USD","base_amount":880000,"base_currency":"INR"',
      { amountPaise: 8_800_00n, problem: "other_currency" },
    ],
  ] as const) {
    expect(body).toContain(was);
    expect(razorpayxWebhook.read(Buffer.from(body.replace(was, is)))).toMatchObject([
      { about: "credit", credit: { ...credit, virtualAccount: opened.providerReference } },
    ]);
  }
  const foreign = body.replace('"currency":"INR"', '"currency":"USD"');
  expect(() => razorpayxWebhook.read(Buffer.from(foreign))).toThrow("no amount in rupees");
  const other = body.replace(/"payment_id":"pay_\d+"/, '"payment_id":"pay_1"');
  expect(() => razorpayxWebhook.read(Buffer.from(other))).toThrow(
    "does not belong to this payment",
  );
});
