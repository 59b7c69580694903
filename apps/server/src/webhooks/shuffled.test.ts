// The guarantee: however webhooks of RazorpayX and Cashfree arrive, shuffled, up to three times
// each and with forged ones between them, every payout ends as it ended in the provider's books.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Payer } from "../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../test/payout-world.ts";
import { cashfreeCredentials, openCashfree, type Cashfree } from "../../test/stand-ins/cashfree.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../test/stand-ins/razorpayx.ts";
import { useClock } from "../clock.ts";
import { useCredentials } from "../credentials/credentials.ts";
import { database } from "../db.ts";
import { cashfreeProvider } from "../providers/cashfree/cashfree.ts";
import { useProviders } from "../providers/rails.ts";
import { razorpayxProvider } from "../providers/razorpayx/razorpayx.ts";

const payoutsEach = 165;
const rupees = 10;

let world: PayoutWorld;
let razorpayx: RazorpayXStandIn;
let cashfree: Cashfree;
let thaw = () => {};

beforeAll(async () => {
  world = await openPayoutWorld();
  razorpayx = await openRazorpayX();
  cashfree = await openCashfree();
  useCredentials({ ...razorpayxCredentials, ...cashfreeCredentials });
  useProviders({
    primary: razorpayxProvider({ baseUrl: razorpayx.baseUrl, timeoutMs: 10_000 }),
    alternative: cashfreeProvider({ baseUrl: cashfree.baseUrl, timeoutMs: 10_000 }),
  });
  await database()
    .insertInto("settings")
    .values({ key: "payout_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
});
afterAll(async () => {
  thaw();
  useCredentials({});
  await Promise.all([razorpayx.close(), cashfree.close()]);
  await world.close();
});

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer | string;
}

/** The same numbers on every run. */
let seed = 20_261_121;
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

function shuffle<T>(list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const kept = list[at] as T;
    list[at] = list[other] as T;
    list[other] = kept;
  }
  return list;
}

async function payerOver(provider: "primary" | "alternative"): Promise<Payer> {
  const tenant = await world.operator({ wallet: "₹1,00,000", allowedProviders: [provider] });
  return new Payer(world.app, tenant.mobile, tenant.token);
}

/** Payouts that are asked for, and not sent yet. */
async function request(payer: Payer, account: (at: number) => object) {
  for (let at = 0; at < payoutsEach; at += 1) {
    const order = impsOrder({ amount: rupees, ...account(at) });
    const { status, text } = await payer.pay(order, { key: `payout-${at}` });
    if (status !== 201) throw new Error(text);
  }
}

/** Cashfree's documented test accounts decide where a transfer ends. */
const cashfreeAccounts = [
  { account_number: "026291800001191", ifsc_code: "YESB0000262" },
  { account_number: "026291800001190", ifsc_code: "YESB0000262" },
  { account_number: "007711000031", ifsc_code: "HDFC0000077" },
  { account_number: "02014457596969", ifsc_code: "CITI0000001" },
];

function letProvidersEnd(): void {
  const ends = [["processed"], ["failed"], ["processed", "reversed"], []];
  for (const [at, { reference }] of razorpayx.payouts().entries()) {
    for (const step of ends[at % ends.length] ?? []) razorpayx.step(reference ?? "", step);
  }
  cashfree.books.settle();
}

function genuineCalls(): Call[] {
  return [
    ...razorpayx.told.map((told) => {
      const { headers, rawBody } = razorpayx.sign(told);
      return { url: "/api/v1/webhooks/razorpayx", headers, payload: rawBody };
    }),
    ...cashfree.events().map(({ headers, rawBody }) => ({
      url: "/api/v1/webhooks/cashfree",
      headers,
      payload: rawBody,
    })),
  ];
}

/** The right words with a signature that is not the provider's. */
function forge({ headers, ...call }: Call): Call {
  const wrong = Object.entries(headers).map(([name, value]) =>
    name.endsWith("signature")
      ? [name, value.toLowerCase().replaceAll(/[0-9a-m]/g, "0")]
      : [name, value],
  );
  return { ...call, headers: Object.fromEntries(wrong) as Record<string, string> };
}

/** What each provider's books say that became of a payout, in our words. */
function providersBooks(): Map<string, string> {
  const ours: Readonly<Record<string, string>> = {
    processed: "success",
    processing: "processing",
    SUCCESS: "success",
    PENDING: "processing",
    RECEIVED: "processing",
  };
  return new Map([
    ...razorpayx
      .payouts()
      .map((one) => [one.reference ?? "", ours[one.status] ?? "failed"] as const),
    ...cashfree.books
      .all()
      .map((one) => [one.transferId, ours[one.steps[one.at]?.[0] ?? ""] ?? "failed"] as const),
  ]);
}

test("1,000 calls: the end of every payout is the provider's, and the wallets are right", async () => {
  const [first, second] = [await payerOver("primary"), await payerOver("alternative")];
  await request(first, (at) => ({ account_number: `00${String(at).padStart(10, "0")}` }));
  await request(second, (at) => cashfreeAccounts[at % cashfreeAccounts.length] ?? {});
  // Time stands still from here, so that no look at the provider says what a webhook should.
  const frozen = new Date(Date.now() + 1_000);
  thaw = useClock(() => frozen);
  await world.work();
  letProvidersEnd();

  const told = genuineCalls();
  const repeated = told.flatMap((call) =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => call),
  );
  const forged = shuffle([...told])
    .slice(0, Math.ceil(repeated.length / 9))
    .map(forge);
  const calls = shuffle([...repeated, ...forged]);
  expect(calls.length).toBeGreaterThanOrEqual(1_000);
  const answers = new Map<number, number>();
  for (let at = 0; at < calls.length; at += 50) {
    const some = calls.slice(at, at + 50);
    const heard = await Promise.all(
      some.map((call) => world.app.inject({ method: "POST", ...call })),
    );
    for (const { statusCode } of heard) {
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    }
    // Some are worked off in the middle of it, so that later ones meet what earlier ones did.
    if (at % 200 === 0) await world.work();
  }
  await world.work();

  expect(Object.fromEntries(answers)).toEqual({ 200: repeated.length, 400: forged.length });
  const looks = [...razorpayx.requests, ...cashfree.requests].filter(
    ({ method }) => method === "GET",
  );
  expect(looks).toEqual([]);
  const rows = await database()
    .selectFrom("payouts")
    .select(["reference_id", "status", "amount_paise", "fee_paise", "gst_paise", "person_id"])
    .execute();
  expect(rows.length).toBe(2 * payoutsEach);
  const theirs = providersBooks();
  expect(rows.filter((row) => theirs.get(row.reference_id) !== row.status)).toEqual([]);
  const gone = rows
    .filter(({ status }) => status !== "failed")
    .map((row) => Number(row.amount_paise + row.fee_paise + row.gst_paise));
  const left = (await first.balance()) + (await second.balance());
  expect(left).toBe(2 * 1_00_000_00 - gone.reduce((sum, paise) => sum + paise, 0));
  expect(await world.faults()).toEqual([]);
}, 180_000);
