// The guarantee: a tenant's invoice for a month names both parties and has the books' fees and GST,
// and the operator files the same figures, from the settings to GSTR-1.
import type { Page } from "@playwright/test";
import type { GstSummary } from "@rokad/contract/reports";
import type { TaxDocument } from "@rokad/contract/tax-invoices";
import { formatMoney } from "@rokad/money/format";
import { readPdf } from "../apps/server/test/read-pdf.ts";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { readCsv } from "./read-csv.ts";
import type { Rokad } from "./rokad.ts";
import { saveDownload } from "./save-download.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const admin = "9000000001";
const operator = "9000000002";

const table = (page: Page) => page.getByRole("table", { name: /^Tax invoices and credit notes/ });
const supplier = {
  supplier_legal_name: "Rokad Payments Private Limited",
  supplier_gstin: "29AAGCB7383J1Z4",
  supplier_address: "12 MG Road, Bengaluru 560001",
};

/** As if an hour had passed since the last change of a setting. */
const passCorrectionTime = (rokad: Rokad) =>
  rokad.runSql(
    `do $$ begin
      alter table settings_history disable trigger settings_history_unchanged;
      update settings_history set changed_at = changed_at - interval '1 hour';
      alter table settings_history enable trigger settings_history_unchanged;
    end $$`,
    [],
  );

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

/** What the GST summary says was charged less returned in a month, in paise. */
async function chargedIn(rokad: Rokad, month: string) {
  const { token } = await rokad.session(operator);
  const year = Number(month.slice(0, 4)) - (month.slice(5) < "04" ? 1 : 0);
  const { months }: GstSummary = await rokad.call(token, "GET", `/reports/gst?year=${year}`);
  const found = months.find((one) => one.month === month);
  return { taxable: found?.taxable_value.amount, total: found?.total.amount };
}

test("an invoice names both parties and has the month's fees and GST; GSTR-1 has the same", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, admin, superAdminPaths.reports);
  await expect(page.getByText("No tax invoices are issued")).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, rokad, operator, "/dashboard/reports");
  await page.getByRole("button", { name: "Billing details" }).click();
  const dialog = page.getByRole("dialog", { name: "Billing details" });
  await dialog.getByLabel("Legal name").fill("Demo Traders Private Limited");
  await dialog.getByLabel("Address").fill("12 Station Road, Pune 411001");
  await dialog.getByLabel("State").selectOption("27 Maharashtra");
  await dialog.getByLabel("GSTIN").fill(supplier.supplier_gstin);
  await dialog.getByRole("button", { name: "Save billing details" }).click();
  await expect(dialog.getByText("This GSTIN is not registered in Maharashtra")).toBeVisible();
  await dialog.getByLabel("GSTIN").fill("27aapfu0939f1zv");
  await expectSoundInBothThemes(page, "billing details");
  await dialog.getByRole("button", { name: "Save billing details" }).click();
  await expect(page.getByText("Demo Traders Private Limited · 27AAPFU0939F1ZV")).toBeVisible();
  await expect(page.getByText("No tax invoices yet")).toBeVisible();

  for (const [key, value] of Object.entries(supplier)) await rokad.set(key, value);
  await passCorrectionTime(rokad);
  const { token } = await rokad.session(operator);
  const documents = async (): Promise<TaxDocument[]> =>
    rokad.call(token, "GET", "/reports/tax-invoices");
  await expect.poll(async () => (await documents()).length).toBeGreaterThan(0);
  const issued = await documents();
  const { month = "" } = issued[0] ?? {};
  const signed = ({ kind, taxable_value: { amount } }: TaxDocument) =>
    kind === "invoice" ? amount : -amount;
  const charged = await chargedIn(rokad, month);
  expect(sum(issued.filter((one) => one.month === month).map(signed))).toBe(charged.taxable);

  await page.reload();
  const invoice = issued.find(({ kind }) => kind === "invoice");
  if (!invoice) throw new Error("The demo's history has no fees in an earlier month");
  const shown = page.getByRole("listitem").filter({ hasText: invoice.number }).first();
  await expect(shown).toContainText(formatMoney(invoice.total));
  await expectSoundInBothThemes(page, "tax invoices");
  const pdf = await saveDownload(shown.getByRole("button", { name: "PDF" }));
  expect(pdf.name).toBe(`${invoice.number.replaceAll("/", "-")}.pdf`);
  const [text = ""] = await readPdf(pdf.bytes);
  for (const said of [
    invoice.number,
    ...Object.values(supplier),
    "Demo Traders Private Limited",
    "27AAPFU0939F1ZV",
    formatMoney(invoice.igst).replace("₹", ""),
  ])
    expect(text).toContain(said);

  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, rokad, admin, superAdminPaths.reports);
  await expect(table(page).getByRole("row").filter({ hasText: invoice.number })).toBeVisible();
  await arrived(page);
  await expectSoundInBothThemes(page, "tax invoices of all tenants");
  await page.getByLabel("Month of GSTR-1").selectOption({ value: invoice.date.slice(0, 7) });
  await page.getByLabel("Section of GSTR-1").selectOption("B2B");
  const gstr1 = await saveDownload(page.getByRole("button", { name: "GSTR-1 CSV" }));
  const line = readCsv(gstr1.bytes.toString()).find(
    (each) => each["Invoice Number"] === invoice.number,
  );
  expect(line).toMatchObject({
    "GSTIN/UIN of Recipient": "27AAPFU0939F1ZV",
    "Invoice Value": (invoice.total.amount / 100).toFixed(2),
    "Taxable Value": (invoice.taxable_value.amount / 100).toFixed(2),
  });
});
