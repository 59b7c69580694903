// Days and months of the reports are India's, to the second, and the GST summary equals the ledger.
import {
  exportGstSummary,
  exportStatement,
  getGstSummary,
  getStatement,
} from "@rokad/contract/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upiOrder } from "../../../test/forms.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { useClock } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { useProviders } from "../../providers/configured-providers.ts";
import { sandboxProvider } from "../../providers/sandbox/sandbox.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: World;
let tenant: SignedIn;
let other: SignedIn;
let time = Date.parse("2025-03-31T18:20:00Z");
let restoreClock: () => void;

/** Pays three shortly before midnight in India at the end of a financial year; one is returned. */
beforeAll(async () => {
  restoreClock = useClock(() => new Date(time));
  world = await openWorld();
  const bank = sandboxProvider({ settleMs: 2_000 });
  useProviders({ primary: bank, alternative: bank });
  tenant = await world.operator({ name: "=cmd() Traders", wallet: "₹10,000" });
  other = await world.retailer();
  await tenant.pay(upiOrder("first@okhdfc"));
  await settle();
  time = Date.parse("2025-03-31T18:29:56Z");
  await tenant.pay(upiOrder("reversed@upi"));
  await settle();
  time = Date.parse("2025-03-31T18:29:59Z");
  await tenant.pay(upiOrder("third@okhdfc"));
  await world.work();
  time = Date.parse("2025-03-31T18:30:02Z");
  await world.work();
  time = Date.parse("2025-04-01T06:00:00Z");
  await world.work();
  time = Date.parse("2026-05-01T06:00:00Z");
  tenant = await world.signIn(tenant.mobile);
  other = await world.signIn(other.mobile);
});

afterAll(async () => {
  restoreClock();
  await world.close();
});

async function settle() {
  await world.work();
  time += 2_000;
  await world.work();
}

const inr = (amount: number) => ({ amount, currency: "INR" });
const total = 1005_90;

const figures = async (from: string, to: string) =>
  (await tenant.ask(getStatement, { query: { from, to } })).summary;

test("a day ends at midnight in India: requests before belong to it, returns after to the next day [14.10]", async () => {
  expect(await figures("2025-03-31", "2025-03-31")).toEqual({
    opening_balance: inr(0),
    total_credits: inr(10_000_00),
    total_debits: inr(3 * total),
    closing_balance: inr(10_000_00 - 3 * total),
    credit_count: 1,
    debit_count: 3,
    wallet_history: {
      total_credits: inr(10_000_00),
      total_debits: inr(3 * total),
      leaves_out_requests: false,
    },
  });
  expect(await figures("2025-04-01", "2025-04-01")).toMatchObject({
    opening_balance: inr(10_000_00 - 3 * total),
    total_credits: inr(total),
    total_debits: inr(0),
    closing_balance: inr(10_000_00 - 2 * total),
  });
  expect(await figures("2025-03-30", "2025-03-30")).toMatchObject({ closing_balance: inr(0) });
  const later = { opening_balance: inr(await tenant.balance()), credit_count: 0, debit_count: 0 };
  expect(await figures("2025-04-02", "2026-05-01")).toMatchObject(later);
});

test("GST belongs to the month of the payment in India, and is refunded in the month of the return [14.16]", async () => {
  const { data: before } = await tenant.ask(getGstSummary, { query: { year: 2024 } });
  expect(before.months).toHaveLength(12);
  expect(before.months.at(-1)).toEqual({
    month: "2025-03",
    paid_count: 2,
    returned_count: 0,
    fees: inr(10_00),
    fees_returned: inr(0),
    taxable_value: inr(10_00),
    gst: inr(1_80),
    total: inr(11_80),
  });
  const { data: after } = await tenant.ask(getGstSummary, { query: { year: 2025 } });
  expect(after.months[0]).toEqual({
    month: "2025-04",
    paid_count: 1,
    returned_count: 1,
    fees: inr(5_00),
    fees_returned: inr(-5_00),
    taxable_value: inr(0),
    gst: inr(0),
    total: inr(0),
  });
  const earned = await trialBalance(database());
  const sum = (name: "taxable_value" | "gst") =>
    before.total[name].amount + after.total[name].amount;
  expect([sum("taxable_value"), sum("gst")]).toEqual([
    Number(earned["fee_income"]),
    Number(earned["gst_payable"]),
  ]);
});

test("the current year has its months up to now, and a future year is rejected [14.16]", async () => {
  const { data } = await tenant.ask(getGstSummary, { query: { year: 2026 } });
  expect(data.months.map(({ month }) => month)).toEqual(["2026-04", "2026-05"]);
  for (const [year, sentence] of [
    ["2999", "This financial year has not started"],
    ["soon", "Choose a financial year by its first calendar year, such as 2026"],
    ["", "Choose a financial year by its first calendar year, such as 2026"],
  ] as const) {
    const { status, body } = await tenant.get("/reports/gst", { year });
    expect([status, body.error.fields]).toEqual([400, { year: sentence }]);
  }
});

/** The cells of each line of a CSV file. */
function cellsOf(text: string): string[][] {
  return text
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
      ),
    );
}

test("the statement's CSV has the page's lines between opening and closing balance, and adds up [14.12]", async () => {
  const query = { from: "2025-03-01", to: "2025-04-30" };
  const { headers, text } = await tenant.get(exportStatement.path, query);
  expect(headers["content-disposition"]).toBe(
    'attachment; filename="statement-2025-03-01-to-2025-04-30.csv"',
  );
  const [titles = [], ...rows] = cellsOf(text);
  const cell = (row: string[] | undefined, title: string) => row?.[titles.indexOf(title)] ?? "";
  const paise = (row: string[] | undefined, title: string) =>
    Math.round(Number(cell(row, title)) * 100);
  const page = await tenant.ask(getStatement, { query });
  const lines = rows.slice(1, -1);
  expect(
    lines.map((row) => [
      cell(row, "Particulars"),
      paise(row, "Debit"),
      paise(row, "Credit"),
      paise(row, "Balance"),
    ]),
  ).toEqual(
    page.data.map((line) => [
      line.particulars,
      line.debit?.amount ?? 0,
      line.credit?.amount ?? 0,
      line.balance.amount,
    ]),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  expect([cell(first, "Date"), cell(first, "Particulars")]).toEqual([
    "01/03/2025",
    "Opening balance",
  ]);
  expect([cell(last, "Date"), cell(last, "Particulars")]).toEqual([
    "30/04/2025",
    "Closing balance",
  ]);
  expect(paise(first, "Balance") + paise(last, "Credit") - paise(last, "Debit")).toBe(
    paise(last, "Balance"),
  );
  expect(lines.map((row) => cell(row, "Date"))).toContain("31/03/2025 23:59:59");
});

test("the GST summary's CSV has the year's months and their total [14.18]", async () => {
  const { headers, text } = await tenant.get(exportGstSummary.path, { year: "2024" });
  expect(headers["content-disposition"]).toBe('attachment; filename="gst-summary-2024-25.csv"');
  const rows = cellsOf(text);
  expect(rows).toHaveLength(14);
  expect(rows.slice(-2)).toEqual([
    ["2025-03", "2", "0", "10.00", "0.00", "10.00", "1.80", "11.80"],
    ["Total", "2", "0", "10.00", "0.00", "10.00", "1.80", "11.80"],
  ]);
});

test("another tenant's reports do not contain it [14.19]", async () => {
  const { data, summary } = await other.ask(getStatement, {
    query: { from: "2025-01-01", to: "2026-05-01" },
  });
  expect([data, summary.closing_balance]).toEqual([[], inr(0)]);
  const { data: gst } = await other.ask(getGstSummary, { query: { year: 2024 } });
  expect(gst.total.paid_count).toBe(0);
});
