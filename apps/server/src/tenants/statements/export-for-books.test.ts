// The guarantee: the files for Tally and Zoho Books are the statement. Each voucher balances, together
// they move the wallet from opening to closing balance, and their GST is that of the tax invoice.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import {
  exportStatement,
  exportStatementForTally,
  exportStatementForZoho,
  getStatement,
} from "@rokad/contract/reports";
import { saveBillingDetails } from "@rokad/contract/billing-details";
import { todayInIndia } from "@rokad/contract/fields";
import { listTaxInvoices } from "@rokad/contract/tax-invoices";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder, upiOrder } from "../../../test/forms.ts";
import { putSettings, supplierSettings } from "../../../test/invoice-settings.ts";
import { postAdjustment } from "../../../test/post-adjustment.ts";
import { balanceOf, readTally } from "../../../test/read-tally.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { transaction } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";
import { issueDueDocuments } from "../invoices/issue-due-documents.ts";

const september = { from: "2026-09-01", to: "2026-09-30" };
const october = { from: "2026-10-01", to: "2026-10-31" };
const november = { from: "2026-11-01", to: "2026-11-30" };
const awkward = "Rao & Sons <Traders>\u0007\uFFFF कारण";
const charged = { fee: 4_50, gst: 81 };

const inMaharashtra = {
  legal_name: "Verma Stores",
  address: "4 FC Road, Pune 411004",
  state_code: "27" as const,
  gstin: "27AAPFU0939F1ZV",
};

let world: World;
let near: SignedIn;
let far: SignedIn;
let restoreClock: () => void;
let time = Date.parse("2026-09-10T06:00:00Z");

/** In September payouts are paid, fail and return in parts; of the paid, each later month returns one. */
beforeAll(async () => {
  restoreClock = useClock(() => new Date(time));
  world = await openWorld();
  await putSettings({ fee_paise: charged.fee, partial_return_charges: "refund" });
  near = await world.operator({ name: "Sharma Traders", wallet: "₹10,000" });
  far = await world.retailer({ name: "Verma Stores", wallet: "₹10,000" });
  await pay(far, upiOrder("ravi@okhdfc"));
  const late = await pay(near, impsOrder({ beneficiary_name: "Asha Rao" }));
  await pay(near, upiOrder("failure@upi"));
  await pay(near, upiOrder("asha@okhdfc"));
  const latest = await pay(near, upiOrder("anil@okhdfc"));
  time = Date.parse("2026-09-20T06:00:00Z");
  const parts = await pay(near, upiOrder("ravi@okhdfc"));
  for (const amountPaise of [400_00n, 600_00n])
    await giveBack(parts, { amountPaise, reason: awkward });
  await transaction((db) =>
    postAdjustment(db, {
      walletId: near.id,
      paise: 9_000_00n,
      debit: "wallet",
      credit: "bank",
    }),
  );
  await deposit(near, 5_000);
  time = Date.parse("2026-10-06T06:00:00Z");
  await giveBack(late);
  time = Date.parse("2026-11-03T06:00:00Z");
  await giveBack(latest);
  time = Date.parse("2026-12-05T06:00:00Z");
  near = await world.signIn(near.mobile);
  far = await world.signIn(far.mobile);
});

afterAll(async () => {
  restoreClock();
  await world.close();
});

async function pay(tenant: SignedIn, order: ReturnType<typeof upiOrder>): Promise<string> {
  const caller = await world.signIn(tenant.mobile);
  const { status, text, body } = await caller.pay(order);
  if (status !== 201) throw new Error(text);
  await world.work();
  time += 60_000;
  await world.work();
  return body.data.reference_id;
}

async function giveBack(
  reference: string,
  part: { amountPaise?: bigint; reason?: string } = {},
): Promise<void> {
  const update = { reference, adapter: "sandbox", state: "reversed" as const };
  const returned = part.amountPaise ? { ...part, returnReference: newId() } : {};
  await applyProviderUpdates([{ ...update, ...returned }]);
}

async function deposit(tenant: SignedIn, rupees: number): Promise<void> {
  const { _id: id } = await world.requestDeposit(await world.signIn(tenant.mobile), rupees);
  const boss = await world.superAdmin();
  await boss.ask(approveDeposit, { params: { id }, body: {} });
}

type Period = typeof september;

const fileOf = async (caller: SignedIn, path: string, period: Period) =>
  (
    await world.app.inject({
      url: `/api/v1${path}`,
      query: { ...period },
      headers: { authorization: `Bearer ${caller.token}` },
    })
  ).body;

const tallyOf = async (caller: SignedIn, period: Period) =>
  readTally(await fileOf(caller, exportStatementForTally.path, period));

const statementOf = (caller: SignedIn, period: Period) =>
  caller.ask(getStatement, { query: { ...period, limit: 100 } });

describe("for Tally", () => {
  test.each([september, october])(
    "each line of $from is a voucher that balances, and the wallet moves as in the statement [46.1]",
    async (period) => {
      const { ledgers, vouchers } = await tallyOf(near, period);
      const { data, summary } = await statementOf(near, period);
      expect(vouchers.map((voucher) => balanceOf([voucher], "Payout Wallet"))).toEqual(
        data.map(({ credit, debit }) => (credit?.amount ?? 0) - (debit?.amount ?? 0)),
      );
      expect(vouchers.map(({ fields }) => fields["DATE"])).toEqual(
        data.map(({ at }) => todayInIndia(new Date(at)).replaceAll("-", "")),
      );
      expect(balanceOf(vouchers, "Payout Wallet")).toBe(
        summary.closing_balance.amount - summary.opening_balance.amount,
      );
      for (const { entries } of vouchers) {
        expect(entries.reduce((sum, { paise }) => sum + paise, 0)).toBe(0);
        expect(entries.every(({ paise, isDebit }) => isDebit === paise > 0)).toBe(true);
        expect(entries.every(({ ledger }) => ledgers.has(ledger))).toBe(true);
      }
    },
  );

  test("names payouts, charges and own transfers as an accountant books them", async () => {
    const { vouchers } = await tallyOf(near, september);
    const { data } = await statementOf(near, september);
    const booked = vouchers.map(({ type, entries }) => [
      type,
      ...entries.map(({ ledger, paise }) => `${ledger} ${paise}`),
    ]);
    const total = 1000_00 + charged.fee + charged.gst;
    const payout = ["Payouts 100000", `Payout Charges ${charged.fee}`];
    const gst = `Input GST ${charged.gst}`;
    const back = [`Payout Charges -${charged.fee}`, `Input GST -${charged.gst}`];
    expect(booked.slice(0, 4)).toEqual([
      ["Contra", "Wallet Transfers -1000000", "Payout Wallet 1000000"],
      ["Payment", ...payout, gst, `Payout Wallet -${total}`],
      ["Payment", ...payout, gst, `Payout Wallet -${total}`],
      ["Receipt", "Payouts -100000", ...back, `Payout Wallet ${total}`],
    ]);
    const of = (kind: string) => booked[data.findIndex((line) => line.kind === kind)];
    expect(of("payout_partly_returned")).toEqual([
      "Receipt",
      "Payouts -40000",
      ...back,
      `Payout Wallet ${total - 600_00}`,
    ]);
    expect(of("payout_returned")).toEqual(["Receipt", "Payouts -60000", "Payout Wallet 60000"]);
    expect(of("correction")?.slice(0, 2)).toEqual(["Payment", "Wallet Corrections 900000"]);
    const [owed, repaid] = [of("owed"), of("repaid")];
    expect([owed?.[0], repaid?.[0]]).toEqual(["Receipt", "Payment"]);
    expect(balanceOf(vouchers, "Wallet Dues")).toBe(0);
  });

  test("writes names, reasons and references as they are, without what XML forbids", async () => {
    const { vouchers } = await tallyOf(near, september);
    const { data } = await statementOf(near, september);
    const part = vouchers[data.findIndex(({ kind }) => kind === "payout_partly_returned")];
    expect(part?.fields["NARRATION"]).toContain(
      "with fee and GST ₹5.31. Reason: Rao & Sons <Traders> कारण · UTR ",
    );
    const numbers = vouchers.map(({ type, fields }) => `${type} ${fields["VOUCHERNUMBER"]}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(vouchers[1]?.fields["VOUCHERNUMBER"]).toBe(data[1]?.reference);
    expect(vouchers[0]?.fields["REFERENCE"]).toBe(data[0]?.utr);
  });

  test("splits GST as the month's tax invoice does, also where each payout has an odd paisa [46.2]", async () => {
    await putSettings(supplierSettings);
    await far.ask(saveBillingDetails, { body: inMaharashtra });
    const beforeIssue = await tallyOf(near, september);
    await issueDueDocuments();
    // The details that count are those of the issued invoice.
    await near.ask(saveBillingDetails, { body: inMaharashtra });
    expect(await tallyOf(near, september)).toEqual(beforeIssue);
    expect((await tallyOf(near, october)).ledgers.has("Input IGST")).toBe(true);
    for (const [tenant, ledgers] of [
      [near, ["Input CGST", "Input SGST"]],
      [far, ["Input IGST"]],
    ] as const) {
      const { vouchers, ...file } = await tallyOf(tenant, september);
      const { data } = await tenant.ask(listTaxInvoices, { query: { kind: "invoice" } });
      const [invoice] = data;
      expect(ledgers.map((ledger) => balanceOf(vouchers, ledger))).toEqual(
        [invoice?.cgst.amount, invoice?.sgst.amount, invoice?.igst.amount].filter(Boolean),
      );
      expect(balanceOf(vouchers, "Payout Charges")).toBe(invoice?.taxable_value.amount);
      expect([...file.ledgers.keys()].filter((name) => name.startsWith("Input"))).toEqual(ledgers);
    }
  });

  test("books the GST of returns as their credit notes do, not as the months' invoices", async () => {
    const { data } = await near.ask(listTaxInvoices, { query: { kind: "credit_note" } });
    const notes = data.map(({ month, cgst, sgst }) => [month, -cgst.amount, -sgst.amount]);
    // Together they have the halves of both returns.
    expect(notes.toSorted()).toEqual([
      ["2026-10", -40, -41],
      ["2026-11", -41, -40],
    ]);
    const { ledgers, vouchers } = await tallyOf(near, october);
    const files = [vouchers, (await tallyOf(near, november)).vouchers];
    expect(
      files.map((file) => ["Input CGST", "Input SGST"].map((name) => balanceOf(file, name))),
    ).toEqual(notes.toSorted().map(([, ...halves]) => halves));
    const used = vouchers.flatMap(({ entries }) => entries.map(({ ledger }) => ledger));
    expect(used.filter((ledger) => !ledgers.has(ledger))).toEqual([]);
    expect(used).not.toContain("Input IGST");
  });

  test("gives a line the same voucher in each period that has it, and no other line its id [46.3]", async () => {
    const whole = (await tallyOf(near, { from: september.from, to: october.to })).vouchers;
    const late = (await tallyOf(near, { from: "2026-09-20", to: october.to })).vouchers;
    expect(late.length).toBeGreaterThan(1);
    expect(whole.slice(-late.length)).toEqual(late);
    const ids = [...whole, ...(await tallyOf(far, september)).vouchers].map(
      ({ fields }) => fields["REMOTEID"],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has no voucher in a period without lines, and none of another tenant", async () => {
    const august = { from: "2026-08-01", to: "2026-08-31" };
    expect((await tallyOf(near, august)).vouchers).toEqual([]);
    const file = await fileOf(far, exportStatementForTally.path, september);
    const { data } = await statementOf(near, september);
    expect(file).not.toContain(near.id);
    for (const { reference } of data) if (reference) expect(file).not.toContain(reference);
  });
});

test("for Zoho Books, withdrawals and deposits are the statement's debits and credits [46.4]", async () => {
  const { data } = await statementOf(near, september);
  const text = await fileOf(near, exportStatementForZoho.path, september);
  const decimal = (amount?: number) => (amount === undefined ? "" : (amount / 100).toFixed(2));
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(Object.keys(rows[0] ?? {})).toEqual([
    "Date",
    "Withdrawals",
    "Deposits",
    "Payee",
    "Description",
    "Reference Number",
  ]);
  expect(rows.map((row) => [row["Withdrawals"], row["Deposits"], row["Reference Number"]])).toEqual(
    data.map(({ debit, credit, reference, utr }) => [
      decimal(debit?.amount),
      decimal(credit?.amount),
      reference ?? utr ?? "",
    ]),
  );
  expect(rows[1]).toMatchObject({
    Date: "10/09/2026",
    Payee: "Asha Rao",
    Description: expect.stringMatching(
      /^IMPS payout to Asha Rao · .* · fee ₹4.50 \+ GST ₹0.81 · UTR/,
    ),
  });
});

test("in the statement's CSV, amount, fee and GST of a line are what it moves [14.12]", async () => {
  const text = await fileOf(near, exportStatement.path, september);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  const paise = (row: Record<string, string>, title: string) =>
    Math.round(Number(row[title]) * 100);
  const ofPayouts = rows.filter((row) => row["Payout Amount"] !== "");
  expect(ofPayouts.length).toBeGreaterThan(6);
  for (const row of ofPayouts)
    expect(paise(row, "Payout Amount") + paise(row, "Platform Fee") + paise(row, "GST")).toBe(
      paise(row, "Debit") + paise(row, "Credit"),
    );
  const parts = ofPayouts.filter((row) => row["Particulars"]?.includes("partly returned"));
  expect(parts.map((row) => row["Payout Amount"])).toContain("400.00");
});
