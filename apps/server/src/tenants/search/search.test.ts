// The guarantee: each history finds a row by what people know of it, of the own business only, before
// and after a worker wrote its terms, and shows each match once.
import { searchDeposits, searchPayouts, searchWalletHistory } from "@rokad/contract/history-search";
import { createBeneficiary } from "@rokad/contract/beneficiaries";
import { findAnything } from "@rokad/contract/search";
import type { Input } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beneficiaryOf, impsOrder, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { checkpointAll } from "../../../test/tamper.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { writeSearchTerms } from "../../rollups/search/write-search-terms.ts";

let world: World;
let owner: SignedIn;
let outsider: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ wallet: "₹5,00,000" });
  outsider = await world.operator({ wallet: "₹50,000" });
  const orders = [
    impsOrder({
      beneficiary_name: "Asha Rao",
      account_number: "700001112222",
      amount: 1_500.5,
      remarks: "Rent November, flat-4B",
    }),
    impsOrder({ beneficiary_name: "Ravi Asha Traders", account_number: "70000333334444" }),
    impsOrder({ beneficiary_name: "Meera Iyer", account_number: "800001112222", amount: 1_23_456 }),
    upiOrder("Kiran.K@okhdfc", { amount: 2_222 }),
    upiOrder("reversed@upi", { amount: 700 }),
  ];
  for (const order of orders) await owner.pay(order);
  await outsider.pay(impsOrder({ beneficiary_name: "Asha Foreign" }));
  await world.work();
  await owner.ask(createBeneficiary, { body: beneficiaryOf("700009998888", { name: "Asha Rao" }) });
});
afterAll(() => world.close());

type Query = Partial<Input<typeof searchPayouts>["query"]>;

async function find(search: string, query: Query = {}) {
  const { data } = await owner.ask(searchPayouts, { query: { search, ...query } });
  return data.map(({ beneficiary_name, amount }) => `${beneficiary_name} ${amount.amount / 100}`);
}

const payouts = {
  rent: "Asha Rao 1500.5",
  traders: "Ravi Asha Traders 1000",
  meera: "Meera Iyer 123456",
  kiran: "Asha Rao 2222",
  returned: "Asha Rao 700",
} as const;

/** What each search finds, newest first. */
const searches: readonly (readonly [string, readonly (keyof typeof payouts)[]])[] = [
  ["ash", ["returned", "kiran", "traders", "rent"]],
  ["ASHA  rao", ["returned", "kiran", "rent"]],
  ["rao ash", ["returned", "kiran", "rent"]],
  ["traders", ["traders"]],
  ["sha", []],
  ["rent", ["rent"]],
  ["flat-4b", ["rent"]],
  ["asha november", ["rent"]],
  ["asha iyer", []],
  ["1500.50", ["rent"]],
  ["₹1,500.5", ["rent"]],
  ["Rs. 1,23,456.00", ["meera"]],
  ["123456", ["meera"]],
  ["₹ 123456", ["meera"]],
  ["2222", ["kiran", "meera", "rent"]],
  ["2222 meera", ["meera"]],
  ["700001112222", ["rent"]],
  ["700009112222", []],
  ["4444", ["traders"]],
  ["INR 70000333334444", ["traders"]],
  ["70000333334444.00", ["traders"]],
  ["123456789012345.00", []],
  ["KIRAN.K@okhdfc", ["kiran"]],
  ["kiran.k@ok", []],
  ["%", []],
  ["'; drop table payouts; --", []],
  ["\u{10FFFF}", []],
  ["आशा", []],
];

describe.each(["not written yet", "written"])("while the terms are %s", (state) => {
  beforeAll(async () => {
    if (state === "not written yet") return;
    await checkpointAll();
    await writeSearchTerms(new AbortController().signal);
    // Newer rows than these are not compared, so the terms alone find them.
    await sql`update search_head set at = 'infinity'`.execute(database());
  });

  test.each(searches)("%j finds %j", async (search, names) => {
    expect(await find(search)).toEqual(names.map((name) => payouts[name]));
  });

  test("finds the UTR and the reference of a payout, in any case", async () => {
    const { data } = await owner.ask(searchPayouts, { query: { search: "meera" } });
    const [payout] = data;
    for (const text of [payout?.utr_number, payout?.reference_id, payout?.id.slice(0, 3)]) {
      const found = text === payout?.id.slice(0, 3) ? [] : [payouts.meera];
      expect(await find(String(text).toLowerCase())).toEqual(found);
    }
  });

  test("combines a search with status and days", async () => {
    expect(await find("asha", { status: "failed" })).toEqual([payouts.returned]);
    expect(await find("asha", { status: "success" })).toEqual([
      payouts.kiran,
      payouts.traders,
      payouts.rent,
    ]);
    expect(await find("asha", { from: "2020-01-01", to: "2020-01-31" })).toEqual([]);
  });

  test.each(["newest", "oldest", "largest", "smallest"] as const)(
    "the pages of one row in the order %s have every match once",
    async (sort) => {
      const whole = await find("asha", { sort });
      expect(whole).toHaveLength(4);
      const rows: string[] = [];
      let after: string | undefined;
      do {
        const query = { search: "asha", sort, limit: 1, ...(after && { after }) };
        const page = await owner.ask(searchPayouts, { query });
        rows.push(...page.data.map((row) => `${row.beneficiary_name} ${row.amount.amount / 100}`));
        after = page.next ?? undefined;
      } while (after);
      expect(rows).toEqual(whole);
    },
  );

  test("sorts all payouts by amount", async () => {
    const largest = [payouts.meera, payouts.kiran, payouts.rent, payouts.traders, payouts.returned];
    expect(await find("", { sort: "largest" })).toEqual(largest);
    expect(await find("", { sort: "smallest" })).toEqual(largest.toReversed());
    expect(await find("", { sort: "largest", status: "failed" })).toEqual([payouts.returned]);
  });

  test("the wallet's history finds payouts, returns and credits, also by a payout's total", async () => {
    const search = async (text: string, query: { type?: "credit" | "debit" } = {}) => {
      const { data } = await owner.ask(searchWalletHistory, { query: { search: text, ...query } });
      return data.map(({ description, amount }) => `${description} ${amount.amount / 100}`);
    };
    const [total] = (await search("1500.50", { type: "debit" })).map((row) =>
      row.split(" ").at(-1),
    );
    expect(await search(String(total))).toEqual([`Payout to Asha Rao ${total}`]);
    expect((await search("asha rao", { type: "credit" })).map((row) => row.slice(0, 15))).toEqual([
      "Payout reversed",
    ]);
    expect(await search("500000")).toEqual(["Wallet Credit 500000"]);
  });

  test("deposits are found by UTR, amount, holder and account end", async () => {
    const own = await owner.ask(searchDeposits, { query: { search: "500000" } });
    const [deposit] = own.data;
    const account = deposit && "bank_account" in deposit ? deposit.bank_account : undefined;
    const texts = [
      deposit?.utr_reference,
      deposit?.utr_reference.slice(0, 8),
      account?.account_number.slice(-4),
      "sharma",
    ];
    for (const search of texts) {
      const { data } = await owner.ask(searchDeposits, { query: { search: search ?? "" } });
      expect(data.map(({ _id }) => _id)).toEqual([deposit?._id]);
    }
    expect((await outsider.ask(searchDeposits, { query: { search: "500000" } })).data).toEqual([]);
  });

  test("one search finds every kind, each of the own business, with masked accounts", async () => {
    const { data } = await owner.ask(findAnything, { query: { search: "asha" } });
    expect(data.payouts.map(({ account }) => account)).toEqual([
      "****@upi",
      "****@okhdfc",
      "****4444",
      "****2222",
    ]);
    expect(data.beneficiaries).toMatchObject([{ name: "Asha Rao", account: "****8888" }]);
    expect(data.deposits).toEqual([]);
    const foreign = await outsider.ask(findAnything, { query: { search: "asha" } });
    expect(foreign.data.payouts.map(({ name }) => name)).toEqual(["Asha Foreign"]);
  });
});

test("writes each term once, however often it runs", async () => {
  const count = async () => (await sql`select from search_terms`.execute(database())).rows.length;
  const before = await count();
  await sql`
    update search_head set posting_id = '00000000-0000-0000-0000-000000000000'
  `.execute(database());
  const { signal } = new AbortController();
  await Promise.all([writeSearchTerms(signal), writeSearchTerms(signal)]);
  expect([before > 0, await count()]).toEqual([true, before]);
});

test("a deposit whose amount changed is not found by the amount before", async () => {
  const { data } = await owner.ask(searchDeposits, { query: { search: "500000" } });
  await sql`
    update deposits set amount_paise = 49000000 where id = ${data[0]?._id}
  `.execute(database());
  const count = async (search: string) =>
    (await owner.ask(searchDeposits, { query: { search } })).data.length;
  expect([data.length, await count("500000"), await count("490000")]).toEqual([1, 0, 1]);
});

test.each(["x", "YS4x", Buffer.from("a.1.2").toString("base64url")])(
  "%s is no cursor",
  async (after) => {
    const { status, body } = await owner.get("/payouts/search", { search: "asha", after });
    expect([status, body.error.fields.after]).toEqual([400, "after must be the `next` of a page"]);
  },
);

test("a cursor of an order by time is none of an order by amount", async () => {
  const { next } = await owner.ask(searchPayouts, { query: { search: "asha", limit: 1 } });
  const query = { search: "asha", sort: "largest", after: String(next) };
  expect((await owner.get("/payouts/search", query)).status).toBe(400);
});

test("a search without text needs an order by amount", async () => {
  const { status, body } = await owner.get("/payouts/search", { search: " " });
  expect([status, body.error.fields.search]).toEqual([400, "Type what to search for"]);
});

test("a person who searches too often waits for the next minute, others do not", async () => {
  const [eager, other] = [await world.operator(), await world.operator()];
  // The middle of this minute, so that none begins meanwhile.
  const middle = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;
  await world.at(new Date(middle).toISOString(), async () => {
    const statuses: number[] = [];
    for (let at = 0; at <= limits.searchesPerMinuteMax; at += 1)
      statuses.push((await eager.get("/search", { search: "asha" })).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
    expect((await other.get("/search", { search: "asha" })).status).toBe(200);
  });
});
