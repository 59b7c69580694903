// The guarantee: the platform's reports and analytics equal the ledger and each tenant's own
// statement, to the paisa, over a random history.
import { parse } from "csv-parse/sync";
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { getMoneyHeld, getPlatformAnalytics } from "@rokad/contract/platform-analytics";
import type { PlatformReportKind } from "@rokad/contract/platform-reports";
import { getGstSummary, getStatement } from "@rokad/contract/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatformWithHistory, reportFile } from "../../../test/platform-figures.ts";
import { readPdf } from "../../../test/read-pdf.ts";
import { database, transaction } from "../../database/db.ts";
import { createDepositFromCredit } from "../../money-in/deposits/credit-deposit.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import { readSheet } from "../../../test/read-sheet.ts";

const seed = 20_261_121;
const from = "2026-08-01";

type Platform = Awaited<ReturnType<typeof openPlatformWithHistory>>;
let platform: Platform;
let to: string;
beforeAll(async () => {
  platform = await openPlatformWithHistory(seed);
  to = platform.today;
});
afterAll(() => platform.close());

type Line = Record<string, string>;

async function csv(kind: PlatformReportKind, period = { from, to }): Promise<Line[]> {
  const file = await reportFile(platform.world, platform.boss, { kind, format: "csv", ...period });
  return parse(file, { bom: true, columns: true });
}

/** "1506.15" as paise, without a float. */
const paise = (text = "") => BigInt(text.replace(".", ""));
const sum = (lines: readonly Line[], column: string) =>
  lines.reduce((total, line) => total + paise(line[column]), 0n);

test("the platform statement balances in every line and month, and closes at the trial balance [29.4]", async () => {
  const lines = await csv("platform_statement");
  for (const line of lines) {
    const { Opening, Credits, Debits, Closing } = line;
    expect(paise(Opening) + paise(Credits) - paise(Debits)).toBe(paise(Closing));
  }
  const whole = lines.slice(0, 14);
  const [available, held, bank, provider, fees, gst, suspense, ...others] = whole.map((line) =>
    paise(line["Closing"]),
  );
  const trial = await trialBalance(database());
  expect({ available, held, bank, provider, fee_income: fees, gst_payable: gst }).toEqual(trial);
  // Nothing was ever in suspense, corrected or set aside, nor was own money recorded, so the ledger
  // has no entries for it.
  const all = others.pop();
  expect([suspense, ...others]).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n]);
  expect(held).toBe(327_40n);
  expect(all).toBe(0n);
  // Each month opens with the closing of the previous one, and the months add up to the whole.
  const months = Map.groupBy(lines.slice(14), (line) => line["From"] ?? "")
    .values()
    .toArray();
  expect(months.length).toBeGreaterThan(2);
  for (const [at, month] of months.slice(1).entries()) {
    expect(month.map((line) => line["Opening"])).toEqual(
      months[at]?.map((line) => line["Closing"]),
    );
  }
  for (const [at, line] of whole.entries()) {
    const ofMonths = months.map((month) => month[at] ?? {});
    expect(sum(ofMonths, "Credits")).toBe(paise(line["Credits"]));
    expect(sum(ofMonths, "Debits")).toBe(paise(line["Debits"]));
  }
});

test("a later period opens with the closing of the earlier one [29.4]", async () => {
  // One after the other: concurrent requests would run each other's jobs.
  const earlier = await csv("platform_statement", { from, to: "2026-09-30" });
  const later = await csv("platform_statement", { from: "2026-10-01", to });
  expect(later.slice(0, 11).map((line) => line["Opening"])).toEqual(
    earlier.slice(0, 11).map((line) => line["Closing"]),
  );
});

test("fees and GST by month and tenant equal each tenant's GST summary and the ledger's income [29.5]", async () => {
  const lines = await csv("fees_and_gst");
  const trial = await trialBalance(database());
  const whole = lines.at(-1) ?? {};
  expect(whole["Month"]).toBe("Whole period");
  expect(paise(whole["Taxable value"])).toBe(trial["fee_income"]);
  expect(paise(whole["GST due"])).toBe(trial["gst_payable"]);
  expect(paise(whole["Fees returned"])).toBeLessThan(0n);
  for (const tenant of platform.tenants) {
    const { data: own } = await tenant.ask(getGstSummary, { query: { year: 2026 } });
    const mine = lines.filter((line) => line["Mobile"] === tenant.mobile);
    for (const month of own.months) {
      const line = mine.find((each) => each["Month"] === month.month);
      expect([
        month.month,
        paise(line?.["Taxable value"] ?? "0"),
        paise(line?.["GST due"] ?? "0"),
      ]).toEqual([month.month, BigInt(month.taxable_value.amount), BigInt(month.gst.amount)]);
    }
  }
});

test("deposits and payouts by day add up to the tenants' statements and the platform's [29.6]", async () => {
  const deposits = await csv("deposits_by_day");
  const payouts = await csv("payouts_by_day");
  const [available, held, bank, provider] = await csv("platform_statement");
  const ofAll = { deposits: deposits.at(-1) ?? {}, payouts: payouts.at(-1) ?? {} };
  expect(paise(ofAll.deposits["Credited amount"])).toBe(paise(bank?.["Debits"]));
  expect(paise(ofAll.deposits["Requested amount"])).toBe(
    paise(ofAll.deposits["Credited amount"]) + 777_00n,
  );
  expect(paise(ofAll.payouts["Held with charges"])).toBe(paise(held?.["Credits"]));
  expect(
    paise(ofAll.payouts["Paid out"]) +
      paise(ofAll.payouts["Fees"]) +
      paise(ofAll.payouts["GST"]) +
      paise(ofAll.payouts["Released"]),
  ).toBe(paise(held?.["Debits"]));
  expect(paise(ofAll.payouts["Paid out"])).toBe(paise(provider?.["Credits"]));
  let [credits, debits] = [0n, 0n];
  for (const tenant of platform.tenants) {
    const { summary } = await tenant.ask(getStatement, { query: { from, to } });
    const paid = payouts.filter((line) => line["Mobile"] === tenant.mobile);
    const credited = deposits.filter((line) => line["Mobile"] === tenant.mobile);
    expect(BigInt(summary.total_debits.amount)).toBe(sum(paid, "Held with charges"));
    expect(BigInt(summary.total_credits.amount)).toBe(
      sum(credited, "Credited amount") + sum(paid, "Released") + sum(paid, "Refunded"),
    );
    credits += BigInt(summary.total_credits.amount);
    debits += BigInt(summary.total_debits.amount);
  }
  expect([credits, debits]).toEqual([paise(available?.["Credits"]), paise(available?.["Debits"])]);
  // Each daily total is the sum of its tenants.
  for (const lines of [deposits, payouts]) {
    for (const [day, ofDay] of Map.groupBy(lines.slice(0, -1), (line) => line["Day"])) {
      const total = ofDay.find((line) => line["Tenant"] === "All tenants");
      const parts = ofDay.filter((line) => line["Tenant"] !== "All tenants");
      for (const column of Object.keys(total ?? {}).slice(3)) {
        expect([day, column, sum(parts, column)]).toEqual([day, column, paise(total?.[column])]);
      }
    }
  }
});

test("the register has every payout, and its amounts equal the requested volume", async () => {
  const lines = await csv("payout_register");
  const { data } = await platform.boss.ask(getPlatformAnalytics, { query: { from, to } });
  expect(lines).toHaveLength(data.totals.count + data.totals.failed_count + 1);
  const good = lines.slice(0, -1).filter((line) => line["Status"] !== "Failed");
  expect(sum(good, "Amount")).toBe(BigInt(data.totals.volume.amount));
  const purposes = lines.slice(0, -1).map((line) => [line["Method"], line["Purpose"]].join());
  expect(new Set(purposes)).toEqual(new Set(["IMPS,Utility bill", "UPI,"]));
});

test("the analytics equal the ledger's income in every dimension [29.2]", async () => {
  const { data } = await platform.boss.ask(getPlatformAnalytics, { query: { from, to } });
  const trial = await trialBalance(database());
  expect(BigInt(data.totals.fees.amount)).toBe(trial["fee_income"]);
  expect(BigInt(data.totals.gst.amount)).toBe(trial["gst_payable"]);
  const sides = [
    data.by_day,
    data.by_tenant.top,
    data.by_provider.top,
    data.by_method.top,
    data.by_bank.top,
  ];
  for (const side of sides) {
    for (const figure of ["fees", "gst", "volume"] as const) {
      const added = side.reduce((total, each) => total + each[figure].amount, 0);
      expect(added).toBe(data.totals[figure].amount);
    }
    const counted = side.reduce((total, each) => total + each.count + each.failed_count, 0);
    expect(counted).toBe(data.totals.count + data.totals.failed_count);
  }
  const failed = data.failure_reasons.reduce((total, { count }) => total + count, 0);
  expect(failed).toBe(data.totals.failed_count);
  expect(data.by_bank.top.map(({ key }) => key)).toContain("@okhdfc");
  // The previous period of October equals the totals of those days.
  const query = { from: "2026-10-01", to: "2026-10-31" };
  const { data: october } = await platform.boss.ask(getPlatformAnalytics, { query });
  const before = { query: october.previous_period };
  const { data: september } = await platform.boss.ask(getPlatformAnalytics, before);
  expect(october.previous).toEqual(september.totals);
});

test("money held equals the open payouts' money, by age [29.3]", async () => {
  const { data } = await platform.boss.ask(getMoneyHeld, {});
  const trial = await trialBalance(database());
  expect(BigInt(data.held.total.amount)).toBe(trial["held"]);
  expect(data.held.ledger_total).toEqual(data.held.total);
  expect(BigInt(data.available.total.amount)).toBe(trial["available"]);
  expect(data.held.by_age.map(({ count }) => count)).toEqual([0, 0, 1, 0, 0, 0]);
  expect(data.held.by_age.reduce((total, each) => total + each.total.amount, 0)).toBe(32_740);
  expect(data.pending_deposits).toMatchObject({ count: 1, total: { amount: 777_00 } });
});

test("CSV, XLSX and PDF of a report have the same values [29.7]", async () => {
  for (const kind of ["fees_and_gst", "payouts_by_day", "payout_register"] as const) {
    const request = { kind, from, to };
    const text = await csv(kind);
    const book = await reportFile(platform.world, platform.boss, { ...request, format: "xlsx" });
    const [head, ...rows] = readSheet(book);
    expect(rows).toHaveLength(text.length);
    for (const [at, line] of text.entries()) {
      const read = Object.fromEntries(
        (head ?? []).map((title, nth) => [title, rows[at]?.[nth] ?? ""]),
      );
      for (const [title, value] of Object.entries(line)) {
        if (/^(Requested at|Day)$/.test(title)) continue;
        // A CSV cell needs an apostrophe against formulas; a workbook cell does not.
        expect([title, asNumber(read[title] ?? "")]).toEqual([
          title,
          asNumber(value.replace(/^'/, "")),
        ]);
      }
    }
    const paper = await reportFile(platform.world, platform.boss, { ...request, format: "pdf" });
    const pages = (await readPdf(paper)).join(" ");
    const total = text.at(-1) ?? {};
    for (const value of Object.values(total).filter((each) => /^\d+\.\d\d$/.test(each))) {
      expect(pages).toContain(grouped(value));
    }
  }
});

test("deposits by day show what was requested, although another amount or none was [29.6]", async () => {
  const [tenant] = platform.tenants;
  if (!tenant) throw new Error("There is no tenant");
  const figures = async () => {
    const whole = (await csv("deposits_by_day", { from: to, to })).at(-1) ?? {};
    return ["Requested", "Requested amount", "Credited", "Credited amount"].map(
      (column) => whole[column],
    );
  };
  expect(await figures()).toEqual(["0", "0.00", "0", "0.00"]);
  const request = await platform.world.requestDeposit(tenant, 10_000);
  await platform.boss.ask(approveDeposit, {
    params: { id: request._id },
    body: { received_amount: 9_000, amount_reason: "Bank charges" },
  });
  await transaction((db) =>
    createDepositFromCredit(db, {
      tenantId: tenant.id,
      bankAccountId: null,
      amountPaise: 500_00n,
      utr: platform.world.newUtr(),
      adapter: "sandbox",
      receivingAccountId: null,
    }),
  );
  expect(await figures()).toEqual(["1", "10000.00", "2", "9500.00"]);
});

/** A workbook reader may drop trailing zeros. */
function asNumber(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** "1234567.50" as "12,34,567.50". */
function grouped(text: string): string {
  return Number(text).toLocaleString("en-IN", { minimumFractionDigits: 2 });
}
