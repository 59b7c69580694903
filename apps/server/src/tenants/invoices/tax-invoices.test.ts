// The guarantee: invoices wait for the supplier's details, only the right people read them, and an
// issued one never changes.
import { saveBillingDetails, getBillingDetails } from "@rokad/contract/billing-details";
import {
  getIssuedInvoice,
  getTaxInvoice,
  listIssuedInvoices,
  listTaxInvoices,
} from "@rokad/contract/tax-invoices";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upiOrder } from "../../../test/forms.ts";
import { putSettings, supplierSettings } from "../../../test/invoice-settings.ts";
import { readPdf } from "../../../test/read-pdf.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";
import { issueDueDocuments } from "./issue-due-documents.ts";
import { takeNumber } from "./number-documents.ts";

let world: World;
let registered: SignedIn;
let unregistered: SignedIn;
let restoreClock: () => void;
let time = Date.parse("2026-09-10T06:00:00Z");

const details = {
  // Longer than a line each: Rule 46 asks for all of them.
  legal_name: "Sample Maharashtra Handloom Weavers Co-operative Marketing Society Limited",
  address:
    "Shop 14 and 15, Ground Floor, Building No. 7, Sample Industrial Estate, Opposite the Old Textile Market, Behind Central Warehouse, Senapati Bapat Marg, Lower Parel West, Mumbai, Maharashtra 400013",
  state_code: "27" as const,
  gstin: "27AAPFU0939F1ZV",
};
const inr = (amount: number) => ({ amount, currency: "INR" });

/** September: both pay once, and one of the payouts is returned in October. */
beforeAll(async () => {
  restoreClock = useClock(() => new Date(time));
  world = await openWorld();
  registered = await world.operator({ name: "Sharma Traders", wallet: "₹10,000" });
  unregistered = await world.retailer({ name: "Verma Stores", wallet: "₹10,000" });
  const { body } = await registered.pay(upiOrder("asha@okhdfc"));
  await unregistered.pay(upiOrder("ravi@okhdfc"));
  await world.work();
  time = Date.parse("2026-10-06T06:00:00Z");
  await applyProviderUpdates([
    { reference: body.data.reference_id, adapter: "sandbox", state: "reversed" },
  ]);
  await signInAgain();
});

afterAll(async () => {
  restoreClock();
  await world.close();
});

async function signInAgain(): Promise<void> {
  registered = await world.signIn(registered.mobile);
  unregistered = await world.signIn(unregistered.mobile);
}

const download = ({ token }: SignedIn, path: string) =>
  world.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } });

const statusOf = async (caller: SignedIn, path: string) =>
  (await download(caller, path)).statusCode;

test("issues nothing until the supplier's name and GSTIN are set, and says so [45.3]", async () => {
  expect(await issueDueDocuments()).toBe(0);
  await putSettings({ supplier_legal_name: supplierSettings.supplier_legal_name });
  expect(await issueDueDocuments()).toBe(0);
  const { data, summary } = await registered.ask(listTaxInvoices, { query: {} });
  expect(data).toEqual([]);
  expect(summary).toEqual({ is_issuing: false });
});

test("an owner saves the billing details, and an accountant only reads them [45.4]", async () => {
  const accountant = await world.member(registered, ["accountant"]);
  const preparer = await world.member(registered, ["preparer"]);
  expect((await registered.ask(getBillingDetails, {})).data).toBeNull();
  for (const [change, field] of [
    [{ gstin: "27AAPFU0939F1ZW" }, "gstin"],
    [{ gstin: "29AAGCB7383J1Z4" }, "gstin"],
    [{ state_code: "40" }, "state_code"],
    [{ legal_name: "" }, "legal_name"],
  ] as const) {
    const { status, body } = await registered.put("/reports/billing-details", {
      ...details,
      ...change,
    });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
  }
  expect((await accountant.put("/reports/billing-details", details)).status).toBe(403);
  const { data } = await registered.ask(saveBillingDetails, {
    body: { ...details, gstin: " 27aapfu0939f1zv " },
  });
  expect(data).toEqual(details);
  expect((await accountant.ask(getBillingDetails, {})).data).toEqual(details);
  expect(await statusOf(preparer, "/reports/billing-details")).toBe(403);
  expect((await unregistered.ask(getBillingDetails, {})).data).toBeNull();
});

test("a month that ended before the details were set is issued later, once by two workers [45.2]", async () => {
  await putSettings(supplierSettings);
  time = Date.parse("2026-11-05T05:00:01Z");
  const changes = [{ key: "supplier_sac", seen: "997158", value: "997159" }];
  const change = await (await world.superAdmin()).put("/super-admin/settings", { changes });
  expect(change.status).toBe(200);
  time = Date.parse("2026-11-05T06:00:00Z");
  expect(await issueDueDocuments(), "within an hour of a change").toBe(0);
  time = Date.parse("2026-11-05T06:00:02Z");
  await signInAgain();
  const counts = await Promise.all([issueDueDocuments(), issueDueDocuments()]);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(3);
  const { data, total, summary } = await registered.ask(listTaxInvoices, { query: {} });
  expect([total, summary.is_issuing]).toEqual([2, true]);
  const [note, invoice] = data.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  expect(invoice).toMatchObject({
    kind: "invoice",
    number: expect.stringMatching(/^RK\/26-27\/00000[12]$/),
    // September's is late, so it has the day of its issue, and October's note follows it.
    date: "2026-11-05",
    month: "2026-09",
    recipient: details,
    place_of_supply: "27",
    rate: 18,
    taxable_value: inr(5_00),
    igst: inr(90),
    cgst: inr(0),
    total: inr(5_90),
  });
  expect(note).toMatchObject({
    kind: "credit_note",
    number: "RKC/26-27/000001",
    date: "2026-11-05",
    month: "2026-10",
    invoice: { id: invoice?.id, number: invoice?.number },
    returned: { count: 1, fees: inr(5_00), gst: inr(90) },
    total: inr(5_90),
  });
});

test("without billing details the place of supply is the supplier's state", async () => {
  const { data } = await unregistered.ask(listTaxInvoices, { query: {} });
  expect(data).toMatchObject([
    {
      recipient: { legal_name: "Verma Stores", gstin: null, address: null, state_code: null },
      place_of_supply: "29",
      cgst: inr(45),
      sgst: inr(45),
      igst: inr(0),
    },
  ]);
});

test("another tenant's document is not found, and a tenant reads none of the operator's calls [45.4]", async () => {
  const { data } = await registered.ask(listTaxInvoices, { query: { kind: "invoice" } });
  const id = data[0]?.id ?? "";
  expect((await registered.ask(getTaxInvoice, { params: { id } })).data).toEqual(data[0]);
  for (const path of [`/reports/tax-invoices/${id}`, `/reports/tax-invoices/${id}/pdf`]) {
    expect(await statusOf(unregistered, path)).toBe(404);
    expect(await statusOf(registered, path)).toBe(200);
  }
  expect(await statusOf(registered, "/super-admin/tax-invoices")).toBe(403);
  const support = await world.newSuperAdmin("Anil Das", ["support"]);
  expect(await statusOf(support, `/super-admin/tax-invoices/${id}`)).toBe(403);
  const finance = await world.newSuperAdmin("Lata Sen", ["finance"]);
  expect((await finance.ask(getIssuedInvoice, { params: { id } })).data).toEqual(data[0]);
  const ofTenant = { tenant_id: registered.id, year: 2026, month: "2026-09" };
  const { total } = await finance.ask(listIssuedInvoices, { query: ofTenant });
  expect(total).toBe(1);
  expect((await finance.ask(listIssuedInvoices, { query: {} })).total).toBe(3);
  expect((await finance.ask(listIssuedInvoices, { query: { year: 2025 } })).total).toBe(0);
});

test("the PDF names both parties, the number, the tax and the total in words", async () => {
  const { data } = await registered.ask(listTaxInvoices, { query: { kind: "credit_note" } });
  const { id = "", number = "", invoice } = data[0] ?? {};
  const answer = await download(registered, `/reports/tax-invoices/${id}/pdf`);
  expect(answer.headers["content-disposition"]).toContain("RKC-26-27-000001.pdf");
  const [page = "", ...more] = await readPdf(answer.rawPayload);
  expect(more).toEqual([]);
  for (const text of [
    "Sample credit note",
    "no tax document",
    number,
    `For invoice ${invoice?.number}`,
    "Invoice date 05/11/2026",
    supplierSettings.supplier_legal_name,
    supplierSettings.supplier_gstin,
    details.legal_name,
    details.address,
    details.gstin,
    "27-Maharashtra",
    "997159",
    "IGST at 18%",
    "5.90",
    "Five Rupees And Ninety Paise Only",
    "Computer-generated; no signature required",
  ])
    expect(page).toContain(text);
});

test("GSTR-1 has each document in its section, with the columns of the offline tool [45.5]", async () => {
  const finance = await world.superAdmin();
  const section = async (name: string) => {
    const path = `/super-admin/gstr-1?month=2026-11&section=${name}`;
    const { body } = await download(finance, path);
    return parse<Record<string, string>>(body, { bom: true, columns: true });
  };
  expect(await section("b2b")).toEqual([
    {
      "GSTIN/UIN of Recipient": details.gstin,
      "Receiver Name": details.legal_name,
      "Invoice Number": expect.stringMatching(/^RK\/26-27\/00000[12]$/),
      "Invoice date": "05-Nov-2026",
      "Invoice Value": "5.90",
      "Place Of Supply": "27-Maharashtra",
      "Reverse Charge": "N",
      "Applicable % of Tax Rate": "",
      "Invoice Type": "Regular B2B",
      "E-Commerce GSTIN": "",
      Rate: "18",
      "Taxable Value": "5.00",
      "Cess Amount": "",
    },
  ]);
  expect(await section("b2cs")).toMatchObject([
    { Type: "OE", "Place Of Supply": "29-Karnataka", Rate: "18", "Taxable Value": "5.00" },
  ]);
  expect(await section("cdnr")).toMatchObject([
    { "Note Number": "RKC/26-27/000001", "Note Type": "C", "Note Value": "5.90" },
  ]);
  expect([await section("b2cl"), await section("cdnur")]).toEqual([[], []]);
});

test("an issued document is never changed or deleted, and a rollback takes no number [45.1, 45.4]", async () => {
  for (const change of [
    sql`update tax_documents set taxable_paise = 0`,
    sql`delete from tax_documents`,
    sql`truncate tax_documents`,
  ])
    await expect(change.execute(database())).rejects.toThrow("append-only");
  const take = (end: Error | undefined) =>
    transaction(async (db) => {
      const { serial } = await takeNumber(db, {
        environment: "sandbox",
        kind: "invoice",
        date: "2026-11-30",
        prefix: "RK",
      });
      if (end) throw end;
      return serial;
    });
  await expect(take(new Error("rolled back"))).rejects.toThrow("rolled back");
  expect(await take(undefined)).toBe(3);
});
