// The guarantee: a report adds up every payout of its period once, by beneficiary, batch or purpose,
// of the own business only, and its files have each payout with remarks and purpose.
import { todayInIndia } from "@rokad/contract/fields";
import { getPayoutReport } from "@rokad/contract/payout-report";
import type { ReportGroup } from "@rokad/contract/report-groups";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder, upiOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: BatchWorld;
let owner: SignedIn;
const today = todayInIndia();
const period = { from: today, to: today };

beforeAll(async () => {
  world = await openBatchWorld();
  owner = await world.operator({ wallet: "₹90,000" });
  for (const order of [
    impsOrder({ amount: 1_500, purpose: "salary", remarks: "=November" }),
    impsOrder({ amount: 500, purpose: "salary" }),
    upiOrder("failure@upi", { amount: 700 }),
    upiOrder("partial@upi", { amount: 301 }),
  ])
    await owner.pay(order);
  const draft = await world.draft(owner, world.csvOf([300, 400]), "salaries.csv");
  await world.run(owner, draft);
  await world.work();
  const outsider = await world.operator({ wallet: "₹9,000" });
  await outsider.pay(impsOrder({ amount: 5_000 }));
});
afterAll(() => world.close());

async function report(by: ReportGroup) {
  return (await owner.ask(getPayoutReport, { query: { ...period, by } })).data;
}

test.each(["beneficiary", "batch", "purpose"] as const)(
  "the groups by %s add up to all payouts of the period",
  async (by) => {
    const { groups, groups_count, total } = await report(by);
    expect(groups_count).toBe(groups.length);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total.count);
    expect(groups.reduce((sum, { paid }) => sum + paid.amount, 0)).toBe(total.paid.amount);
    const { body } = await owner.get("/payouts", { limit: "1" });
    expect(body.total).toBe(total.count);
    expect(total.failed_count).toBe(1);
  },
);

test("groups name the batch's file and the purpose", async () => {
  const batches = await report("batch");
  expect(batches.groups.find(({ key }) => key !== null)).toMatchObject({
    label: "salaries.csv",
    count: 2,
    paid: { amount: 700_00 },
  });
  const purposes = await report("purpose");
  expect(purposes.groups.find(({ key }) => key === "salary")).toMatchObject({
    label: "Salary",
    count: 2,
    paid: { amount: 2_000_00 },
  });
});

test("the files have every group, and every payout with remarks as text", async () => {
  const groups = await owner.get("/reports/payouts/export", { ...period, by: "purpose" });
  const { groups_count, total } = await report("purpose");
  expect(lines(groups.text)).toHaveLength(1 + groups_count);
  const rows = await owner.get("/reports/payouts/rows", period);
  expect(lines(rows.text)).toHaveLength(1 + total.count);
  expect(rows.text).toContain("Salary,'=November");
  const { groups: byBatch } = await report("batch");
  const batch = byBatch.find(({ key }) => key !== null)?.key ?? "";
  const ofBatch = await owner.get("/reports/payouts/rows", { ...period, batch });
  expect(lines(ofBatch.text)).toHaveLength(3);
});

test("the file of the payouts adds up to the report, also with one that came back in part", async () => {
  const { total } = await report("purpose");
  const [titles = "", ...rows] = lines((await owner.get("/reports/payouts/rows", period)).text);
  const sums = rows.map((row) => {
    const cells = row.split(",");
    const paise = (title: string) =>
      Math.round(Number(cells[titles.split(",").indexOf(title)]) * 100);
    return {
      returned: paise("Returned"),
      paid: row.includes(",success,") ? paise("Amount") - paise("Returned") : 0,
      charges: paise("Charges") + paise("GST") - paise("Charges returned"),
    };
  });
  const sumOf = (name: "returned" | "paid" | "charges") =>
    sums.reduce((sum, { [name]: value }) => sum + value, 0);
  expect(sumOf("returned")).toBeGreaterThan(0);
  expect([sumOf("paid"), sumOf("charges")]).toEqual([total.paid.amount, total.charges.amount]);
});

test("another business's batch gives no rows", async () => {
  const { groups } = await report("batch");
  const batch = groups.find(({ key }) => key !== null)?.key ?? "";
  const other = await world.operator();
  const { text } = await other.get("/reports/payouts/rows", { ...period, batch });
  expect(lines(text)).toHaveLength(1);
});

test("a period of more than a year is refused", async () => {
  const query = { from: "2024-01-01", to: today, by: "batch" };
  expect((await owner.get("/reports/payouts", query)).status).toBe(400);
});

function lines(text: string): string[] {
  return text.trim().split("\r\n");
}
