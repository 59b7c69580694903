// The guarantee: webhooks of RazorpayX and Cashfree arrive shuffled, up to three times each, with
// forged ones between them; every payout still ends as in the provider's books.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../../test/stand-ins/razorpayx.ts";
import { useClock } from "../../kernel/clock.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { database } from "../../database/db.ts";
import { cashfreeProvider } from "../../providers/cashfree/cashfree.ts";
import { useProviders } from "../../providers/configured-providers.ts";
import { razorpayxProvider } from "../../providers/razorpayx/razorpayx.ts";

const payoutsEach = 165;
const rupees = 10;

let world: PayoutWorld;
let razorpayx: RazorpayXStandIn;
let cashfree: Cashfree;
let restoreClock = () => {};

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
  restoreClock();
  useCredentials({});
  await Promise.all([razorpayx.close(), cashfree.close()]);
  await world.close();
});

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer | string;
}

/** A seeded generator: the same numbers on every run. */
let seed = 20_261_121;
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

function shuffle<T>(list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const moved = list[at] as T;
    list[at] = list[other] as T;
    list[other] = moved;
  }
  return list;
}

async function payerOver(provider: "primary" | "alternative"): Promise<Payer> {
  const tenant = await world.operator({ wallet: "₹1,00,000", allowedProviders: [provider] });
  return new Payer(world.app, tenant.mobile, tenant.token);
}

/** Requests payouts; none is sent yet. */
async function requestPayouts(payer: Payer, account: (at: number) => object) {
  for (let at = 0; at < payoutsEach; at += 1) {
    const order = impsOrder({ amount: rupees, ...account(at) });
    const { status, text } = await payer.pay(order, { key: `payout-${at}` });
    if (status !== 201) throw new Error(text);
  }
}

/** Cashfree's documented test accounts decide the outcome of a transfer. */
const cashfreeAccounts = [
  { account_number: "026291800001191", ifsc_code: "YESB0000262" },
  { account_number: "026291800001190", ifsc_code: "YESB0000262" },
  { account_number: "007711000031", ifsc_code: "HDFC0000077" },
  { account_number: "02014457596969", ifsc_code: "CITI0000001" },
];

function finishTransfers(): void {
  const ends = [["processed"], ["failed"], ["processed", "reversed"], []];
  for (const [at, { reference }] of razorpayx.payouts().entries()) {
    for (const step of ends[at % ends.length] ?? []) razorpayx.step(reference ?? "", step);
  }
  cashfree.books.settle();
}

function genuineCalls(): Call[] {
  return [
    ...razorpayx.webhooks.map((event) => {
      const { headers, rawBody } = razorpayx.sign(event);
      return { url: "/api/v1/webhooks/razorpayx", headers, payload: rawBody };
    }),
    ...cashfree.events().map(({ headers, rawBody }) => ({
      url: "/api/v1/webhooks/cashfree",
      headers,
      payload: rawBody,
    })),
  ];
}

/** The genuine body with a wrong signature. */
function forge({ headers, ...call }: Call): Call {
  const wrong = Object.entries(headers).map(([name, value]) =>
    name.endsWith("signature")
      ? [name, value.toLowerCase().replaceAll(/[0-9a-m]/g, "0")]
      : [name, value],
  );
  return { ...call, headers: Object.fromEntries(wrong) as Record<string, string> };
}

/** Each payout's status in the provider's books, as one of our statuses. */
function statusesAtProviders(): Map<string, string> {
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

test("1,000 shuffled calls give every payout the provider's outcome and every wallet the right balance [32.6]", async () => {
  const [first, second] = [await payerOver("primary"), await payerOver("alternative")];
  await requestPayouts(first, (at) => ({ account_number: `00${String(at).padStart(10, "0")}` }));
  await requestPayouts(second, (at) => cashfreeAccounts[at % cashfreeAccounts.length] ?? {});
  // The clock stops here, so that no status check runs and only webhooks bring news.
  const frozen = new Date(Date.now() + 1_000);
  restoreClock = useClock(() => frozen);
  await world.work();
  finishTransfers();

  const genuine = genuineCalls();
  const repeated = genuine.flatMap((call) =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => call),
  );
  const forged = shuffle([...genuine])
    .slice(0, Math.ceil(repeated.length / 9))
    .map(forge);
  const calls = shuffle([...repeated, ...forged]);
  expect(calls.length).toBeGreaterThanOrEqual(1_000);
  const answers = new Map<number, number>();
  for (let at = 0; at < calls.length; at += 50) {
    const some = calls.slice(at, at + 50);
    const replies = await Promise.all(
      some.map((call) => world.app.inject({ method: "POST", ...call })),
    );
    for (const { statusCode } of replies) {
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
    }
    // Some are processed in between, so that later calls meet the effects of earlier ones.
    if (at % 200 === 0) await world.work();
  }
  await world.work();

  expect(Object.fromEntries(answers)).toEqual({ 200: repeated.length, 400: forged.length });
  const statusChecks = [...razorpayx.requests, ...cashfree.requests].filter(
    ({ method }) => method === "GET",
  );
  expect(statusChecks).toEqual([]);
  const rows = await database()
    .selectFrom("payouts")
    .select(["reference_id", "status", "amount_paise", "fee_paise", "gst_paise", "tenant_id"])
    .execute();
  expect(rows.length).toBe(2 * payoutsEach);
  const theirs = statusesAtProviders();
  expect(rows.filter((row) => theirs.get(row.reference_id) !== row.status)).toEqual([]);
  const spent = rows
    .filter(({ status }) => status !== "failed")
    .map((row) => Number(row.amount_paise + row.fee_paise + row.gst_paise));
  const balances = (await first.balance()) + (await second.balance());
  expect(balances).toBe(2 * 1_00_000_00 - spent.reduce((sum, paise) => sum + paise, 0));
  expect(await world.faults()).toEqual([]);
});
