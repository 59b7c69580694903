// A deposit history shows the rows that match its filter, by whole Indian days, and no other
// tenant's; its summary counts the whole filter.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let boss: SignedIn;
/** ₹100 rejected, ₹200 approved, ₹300 and ₹400 pending, in this order. */
let tenant: SignedIn;
let utrs: string[];
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  tenant = await world.retailer();
  const account = await world.approvedAccount(tenant);
  const made = [];
  for (const rupees of [100, 200, 300, 400]) {
    made.push(await world.requestDeposit(tenant, rupees, account));
  }
  await boss.post(`/super-admin/deposits/${made[0]?._id ?? ""}/reject`, { reason: "No" });
  await boss.post(`/super-admin/deposits/${made[1]?._id ?? ""}/approve`, {});
  utrs = made.map((deposit) => deposit.utr_reference);
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });
const rupeesOf = (body: { data: readonly { amount: { amount: number } }[] }) =>
  body.data.map((deposit) => deposit.amount.amount / 100);

describe("the history", () => {
  test("is newest first, with totals of each status [25.25]", async () => {
    const { body } = await tenant.get("/wallet/deposit/history");
    expect(rupeesOf(body)).toEqual([400, 300, 200, 100]);
    expect(body.summary.totals_by_status).toEqual({
      pending: { total_amount: inr(700_00), count: 2 },
      completed: { total_amount: inr(200_00), count: 1 },
      failed: { total_amount: inr(100_00), count: 1 },
    });
  });

  test("of one status has its own pages, while the totals cover every status [25.25]", async () => {
    const { body } = await tenant.get("/wallet/deposit/history", { status: "pending", limit: "1" });
    expect(rupeesOf(body)).toEqual([400]);
    expect(body.pagination).toMatchObject({ total_records: 2, total_pages: 2, has_next: true });
    expect(body.summary.totals_by_status.completed).toEqual({
      total_amount: inr(200_00),
      count: 1,
    });
    const newcomer = await world.retailer();
    const { body: none } = await newcomer.get("/wallet/deposit/history", { status: "failed" });
    expect([none.total, none.summary.totals_by_status.failed.count]).toEqual([0, 0]);
  });

  test("finds a part of a UTR in any case, and ignores a blank search [12.5, 25.25]", async () => {
    const part = ` ${utrs[2]?.slice(-6).toLowerCase() ?? ""} `;
    const { body } = await tenant.get("/wallet/deposit/history", { utr: part });
    expect(rupeesOf(body)).toEqual([300]);
    expect(body.summary.totals_by_status.completed.count).toBe(0);
    expect((await tenant.get("/wallet/deposit/history", { utr: "  " })).body.total).toBe(4);
  });

  test.for(["%", "_", "UTR%", "\\"])("searches for %j literally", async (utr) => {
    expect((await tenant.get("/wallet/deposit/history", { utr })).body.total).toBe(0);
  });

  test("rejects a search with a character that the database cannot store", async () => {
    const { status, body } = await tenant.get("/wallet/deposit/history", { utr: "A\u0000B" });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ["utr"]]);
  });

  test("is empty after the last page [25.45]", async () => {
    const { body } = await tenant.get("/wallet/deposit/history", { page: "3", limit: "2" });
    expect(body.data).toEqual([]);
    expect(body.pagination).toEqual({
      current_page: 3,
      per_page: 2,
      total_records: 4,
      total_pages: 2,
      has_prev: true,
      has_next: false,
    });
  });

  test("has no deposit of another tenant", async () => {
    const other = await world.operator();
    const { body } = await other.get("/wallet/deposit/history");
    expect([body.data, body.total]).toEqual([[], 0]);
  });
});

describe("a day of the filter is a day in Asia/Kolkata", () => {
  // Midnight there is 18:30 UTC of the day before.
  const instants = [
    "2026-03-09T18:29:59.999Z",
    "2026-03-09T18:30:00.000Z",
    "2026-03-10T18:29:59.999Z",
    "2026-03-10T18:30:00.000Z",
  ];
  let traveller: SignedIn;
  beforeAll(async () => {
    await world.at("2026-03-09T18:20:00Z", async () => {
      traveller = await world.retailer();
      const account = await world.approvedAccount(traveller);
      for (const [at, instant] of instants.entries()) {
        const rupees = 101 + at;
        await world.at(instant, async () => {
          traveller = await world.signIn(traveller.mobile);
          await world.requestDeposit(traveller, rupees, account);
        });
      }
    });
    traveller = await world.signIn(traveller.mobile);
  });

  test.for([
    [{ from: "2026-03-10", to: "2026-03-10" }, [103, 102]],
    [{ to: "2026-03-09" }, [101]],
    [{ from: "2026-03-11" }, [104]],
    [{ from: "2026-03-09", to: "2026-03-11" }, [104, 103, 102, 101]],
  ] as const)("selects by %j", async ([days, rupees]) => {
    const { body } = await traveller.get("/wallet/deposit/history", days);
    expect(rupeesOf(body)).toEqual(rupees);
    expect(body.summary.totals_by_status.pending.count).toBe(rupees.length);
  });

  test.for([
    [{ from: "2026-03-11", to: "2026-03-10" }, "from", "From date cannot be after the to date"],
    [{ from: "2199-01-01" }, "from", "From date cannot be in the future"],
    [{ to: "2199-01-01" }, "to", "To date cannot be in the future"],
    [{ from: "2026-02-29" }, "from", "This day does not exist"],
    [{ from: "10/03/2026" }, "from", "Use a date as YYYY-MM-DD"],
  ] as const)("rejects %j [26.18]", async ([days, field, message]) => {
    const { status, body } = await traveller.get("/wallet/deposit/history", days);
    expect([status, body.error.fields]).toEqual([400, { [field]: message }]);
  });
});

describe("the review list", () => {
  test("has every tenant, oldest first, with the same filters [16.2]", async () => {
    const other = await world.operator({ name: "Gupta Textiles" });
    await world.requestDeposit(other, 555);
    const { body } = await boss.get("/super-admin/deposits", { status: "pending", limit: "100" });
    const times = body.data.map((deposit) => deposit.created_at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(body.data.map((deposit) => deposit.tenant.id)).size).toBeGreaterThan(1);
    expect(body.data.at(-1)).toMatchObject({
      amount: inr(555_00),
      tenant: { id: other.id, name: "Gupta Textiles", phone: other.mobile },
    });
    expect(body.summary.waiting).toBe(body.total);
    const { body: one } = await boss.get("/super-admin/deposits", { utr: utrs[1] ?? "" });
    expect(rupeesOf(one)).toEqual([200]);
  });
});

describe("the export", () => {
  test("is a file of the whole filter, not of one page [12.7, 25.26]", async () => {
    const { status, headers, text } = await tenant.get("/wallet/deposit/history/export");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="deposits-export-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(text.startsWith("\uFEFFDate,Amount,UTR Reference,")).toBe(true);
    const lines = text.trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[1])).toEqual([
      "400.00",
      "300.00",
      "200.00",
      "100.00",
    ]);
    expect(text).toMatch(/,\*{4}\d{4},/);
  });

  test("follows the filter [12.7, 25.26]", async () => {
    const { text } = await tenant.get("/wallet/deposit/history/export", { status: "completed" });
    expect(text.trim().split("\r\n")).toHaveLength(2);
    expect(text).toContain(utrs[1]);
  });

  test("writes times in Indian time and escapes formulas", async () => {
    const asker = await world.at("2026-03-09T18:45:10Z", async () => {
      const writer = await world.retailer();
      const bank_account = await world.approvedAccount(writer);
      const remarks = '=cmd("/C calc"), and more';
      const body = { bank_account, amount: 100, utr_reference: world.newUtr(), remarks };
      expect((await writer.post("/wallet/deposit/initiate", body)).status).toBe(201);
      return writer;
    });
    const reader = await world.signIn(asker.mobile);
    const { text } = await reader.get("/wallet/deposit/history/export");
    expect(text).toContain("\r\n10/03/2026 00:15:10,100.00,");
    expect(text).toContain(`,"'=cmd(""/C calc""), and more",`);
  });

  test("without deposits has only the column titles", async () => {
    const newcomer = await world.retailer();
    const { text } = await newcomer.get("/wallet/deposit/history/export");
    expect(text.split("\r\n")).toHaveLength(2);
  });
});
