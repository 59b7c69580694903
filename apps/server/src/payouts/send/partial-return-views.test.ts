// The guarantee: a payout that came back in parts adds up wherever it is shown, and programs learn of
// every part.
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { readPdf } from "../../../test/read-pdf.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import { database } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";
import { applyProviderUpdates } from "./apply-provider-updates.ts";

let world: PayoutWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹1,00,000", ["create_payout", "wallet_topup", "view_reports"]);
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });
const total = 1_005_90;

test("is shown by list, histories, statement, exports and receipt alike", async () => {
  const own = await world.payer("₹10,000", ["create_payout", "wallet_topup", "view_reports"]);
  const { body } = await own.pay(upiOrder("partial@upi"));
  await world.settle();
  world.pass(10_000);
  await world.settle();
  const list = (await own.get("/payouts")).body;
  expect(list.data[0]).toMatchObject({ status: "success", returned_amount: inr(500_00) });
  expect(list.summary).toMatchObject({
    total_amount: inr(1_000_00),
    total_returned: inr(500_00),
    total_charges: inr(5_90),
  });
  const history = (await own.get("/wallet/history")).body;
  expect(history.data.map((row: { description: string }) => row.description)).toEqual([
    "Payout partly returned",
    "Payout to Sample Traders",
    "Wallet Credit",
  ]);
  expect(history.summary).toMatchObject({
    total_credits: inr(10_500_00),
    total_debits: inr(total),
    net_balance: inr(10_500_00 - total),
  });
  expect(await own.balance()).toBe(10_500_00 - total);
  const statement = await own.get("/reports/statement", { from: today(), to: today() });
  expect(statement.body.data.at(-1)).toMatchObject({
    kind: "payout_partly_returned",
    particulars: "Payout to Sample Traders partly returned",
    credit: inr(500_00),
    balance: inr(10_500_00 - total),
  });
  const csv = (await own.get("/payouts/export")).text;
  const [titles, row] = csv
    .slice(1)
    .split("\r\n")
    .map((line: string) => line.split(","));
  expect(row?.[titles?.indexOf("Returned") ?? -1]).toBe("500.00");
  expect(row?.[titles?.indexOf("Charges returned") ?? -1]).toBe("0.00");
  const wallet = (await own.get("/wallet/history/export")).text;
  expect(wallet).toContain("Payout partly returned");
  const [notification] = (await own.get("/notifications")).body.data;
  expect(notification).toMatchObject({
    kind: "payout_partly_returned",
    amount: inr(500_00),
    text: "The bank returned a part of ₹1,000.00 to Sample Traders: ₹500.00 of ₹1,000.00 refunded; fee and GST stay charged. Reason: The beneficiary's bank returned a part of the payment",
  });
  expect((await own.get(`/payouts/${body.data.id}/receipt`)).status).toBe(200);
  expect((await own.get("/payouts/summary")).body.data.today_volume).toEqual(inr(500_00));
  expect(await world.faults()).toEqual([]);
});

test("after a part with the charges, the return of the rest is notified with the rest alone", async () => {
  await saveSetting("partial_return_charges", "refund");
  const { body } = await payer.pay(impsOrder({ amount: 1_000 }));
  await world.settle();
  const back = {
    reference: body.data.reference_id,
    adapter: "sandbox",
    state: "reversed",
    reason: "Account closed",
  } as const;
  await applyProviderUpdates([{ ...back, amountPaise: 400_00n, returnReference: "with charges" }]);
  await applyProviderUpdates([{ ...back, amountPaise: 600_00n, returnReference: "the rest" }]);
  await database().deleteFrom("settings").where("key", "=", "partial_return_charges").execute();
  const { data } = (await payer.get("/notifications")).body;
  expect(data.slice(0, 2)).toMatchObject([
    {
      kind: "payout_reversed",
      amount: inr(600_00),
      text: "₹600.00 to Sample Traders was returned by the bank and refunded: Account closed",
    },
    { kind: "payout_partly_returned", amount: inr(400_00) },
  ]);
});

test("in the wallet's CSV and on the receipt, parts and rest add up to what was deducted", async () => {
  const { body } = await payer.pay(impsOrder({ amount: 1_000 }));
  await world.settle();
  const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
  const back = { reference, adapter: "sandbox", state: "reversed" } as const;
  await applyProviderUpdates(
    [400_00n, 350_00n, 250_00n].map((amountPaise) => ({
      ...back,
      amountPaise,
      returnReference: `return-${amountPaise}`,
    })),
  );
  const rows: Record<string, string>[] = parse((await payer.get("/wallet/history/export")).text, {
    bom: true,
    columns: true,
  });
  const moved = rows
    .filter((row) => row["Reference"] === reference)
    .map((row) => ["Amount", "Payout Amount", "Platform Fee", "GST"].map((name) => row[name]))
    .toSorted();
  expect(moved).toEqual([
    ["-1005.90", "1000.00", "5.00", "0.90"],
    ["255.90", "250.00", "5.00", "0.90"],
    ["350.00", "350.00", "0.00", "0.00"],
    ["400.00", "400.00", "0.00", "0.00"],
  ]);
  const { rawPayload } = await world.app.inject({
    url: `/api/v1/payouts/${id}/receipt`,
    headers: { authorization: `Bearer ${payer.token}` },
  });
  const receipt = (await readPdf(rawPayload)).join(" ");
  expect(receipt).toContain(
    "₹1,005.90 (amount, fee and GST) refunded to the wallet in parts until",
  );
  for (const amount of ["₹400.00", "₹350.00", "₹255.90"])
    expect(receipt).toMatch(new RegExp(`Returned on [^₹]*${RegExp.escape(amount)}`, "u"));
  expect(receipt).not.toContain("Net cost");
});

test("in the same commit as the success, programs learn of both, and of a whole return too", async () => {
  for (const [paise, expected] of [
    [400_00n, ["payout.success success", "payout.partly_returned success"]],
    [1_000_00n, ["payout.success success", "payout.returned failed"]],
  ] as const) {
    const { body } = await payer.pay(upiOrder("pending@upi"));
    await world.settle();
    const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
    const update = { reference, adapter: "sandbox", amountPaise: 1_000_00n } as const;
    await applyProviderUpdates([
      { ...update, state: "success", utr: `UTR${paise}` },
      { ...update, state: "reversed", amountPaise: paise, returnReference: `both-${paise}` },
    ]);
    await world.work();
    const { rows } = await sql<{ event: string }>`
      select type || ' ' || status as event from events where subject_id = ${id} order by version
    `.execute(database());
    expect(rows.map(({ event }) => event).slice(-2)).toEqual(expected);
  }
  expect(await world.faults()).toEqual([]);
});

test("a receipt with many returns goes on to a second page", async () => {
  const { body } = await payer.pay(
    impsOrder({
      amount: 1_000,
      beneficiary_address: "Shop 14, Ground Floor, Sample Textile Market, ".repeat(4).trim(),
      remarks: "Advance for the machines of the second workshop, as agreed on the phone. ".repeat(
        2,
      ),
    }),
  );
  await world.settle();
  const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
  const parts = [10, 20, 30, 40, 50, 60, 70, 80];
  await applyProviderUpdates(
    parts.map((rupees) => ({
      reference,
      adapter: "sandbox",
      state: "reversed",
      amountPaise: BigInt(rupees * 100),
      returnReference: `part-${rupees}`,
    })),
  );
  const { rawPayload } = await world.app.inject({
    url: `/api/v1/payouts/${id}/receipt`,
    headers: { authorization: `Bearer ${payer.token}` },
  });
  const pages = await readPdf(rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain("Page 2 of 2");
  for (const rupees of parts) expect(pages.join(" ")).toContain(`₹${rupees}.00`);
  expect(pages[1]).toContain("Paid on");
});
