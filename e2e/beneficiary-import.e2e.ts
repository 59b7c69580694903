// The guarantee: a list of payees from any spreadsheet is saved in one go, each row checked in sight
// before anything is saved, and each account once.
import type { Page } from "@playwright/test";
import { devices } from "./devices.ts";
import { enter, expect, test } from "./journey.ts";
import { saveDownload } from "./save-download.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes } from "./sound.ts";

const file = (...rows: readonly string[]) => ({
  name: "suppliers.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["Vendor Name,Bank A/c No,IFSC Code,Group", ...rows].join("\n")),
});
const suppliers = file(
  "Sharma & Sons,7005 0010 0001,hdfc0000060,packaging",
  "Kiran Traders,700500100002,HDFC0000060,",
  "Meera Iyer,7005,HDFC0000060,",
);

async function openImport(page: Page) {
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import beneficiaries" });
  await expect(dialog).toBeVisible();
  return dialog;
}

for (const { device, viewport, tag } of devices) {
  test(
    `a file of suppliers is checked row by row and saved, on ${device}`,
    { tag },
    async ({ page, rokad }) => {
      const { mobile } = await rokad.tenant({ role: "retailer" });
      await page.setViewportSize(viewport);
      await enter(page, rokad, mobile, "/dashboard/beneficiaries");
      await arrived(page);
      const dialog = await openImport(page);
      await dialog.getByLabel("Choose a file").setInputFiles(suppliers);
      await expect(dialog.getByRole("status")).toHaveText("2 to save · 1 wrong");
      await expect(dialog.getByText("Row 4: Meera Iyer")).toBeVisible();
      await expect(dialog.getByText("Account number must be 9-18 digits")).toBeVisible();
      await expect(dialog.getByText(/Corrected: .*IFSC in capital letters/)).toBeVisible();
      await expectSoundInBothThemes(page, "the import", "[role=dialog]:not([popover])");
      await dialog.getByRole("button", { name: "Save 2 beneficiaries" }).click();
      await expect(dialog.getByRole("status")).toHaveText("2 beneficiaries saved");
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await expect(page.getByText("Sharma and Sons")).toBeVisible();
      await expect(page.getByText("Kiran Traders")).toBeVisible();

      const again = await openImport(page);
      await again.getByLabel("Choose a file").setInputFiles(suppliers);
      await expect(again.getByRole("status")).toHaveText("0 to save · 2 saved already · 1 wrong");
      await expect(again.getByRole("button", { name: /^Save/ })).toBeDisabled();
    },
  );
}

test("a header that names nothing asks for the columns, and a PDF is refused in words", async ({
  page,
  rokad,
}) => {
  const { mobile } = await rokad.tenant({ role: "retailer" });
  await enter(page, rokad, mobile, "/dashboard/beneficiaries");
  const dialog = await openImport(page);
  await dialog
    .getByLabel("Choose a file")
    .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await expect(dialog.getByRole("alert")).toHaveText(
    "This is a PDF. Save it as CSV or XLSX instead.",
  );
  const unnamed = "Asha Rao,700500200001,HDFC0000060\nRavi Kumar,700500200002,HDFC0000060";
  await dialog
    .getByLabel("Choose a file")
    .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(unnamed) });
  for (const [label, column] of [
    ["Name", "Column 1"],
    ["Account number", "Column 2"],
    ["IFSC", "Column 3"],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).selectOption(column);
  }
  await expect(dialog.getByRole("status")).toHaveText("2 to save");
});

test("the saved list is exported as a workbook and as CSV", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant({ role: "retailer" });
  await enter(page, rokad, mobile, "/dashboard/beneficiaries");
  const dialog = await openImport(page);
  await dialog.getByLabel("Choose a file").setInputFiles(suppliers);
  await dialog.getByRole("button", { name: "Save 2 beneficiaries" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  for (const [format, name] of [
    ["Excel (XLSX)", "beneficiaries.xlsx"],
    ["CSV", "beneficiaries.csv"],
  ] as const) {
    await page.getByRole("button", { name: "Export" }).click();
    const saved = await saveDownload(page.getByRole("button", { name: format }));
    expect(saved.name).toBe(name);
  }
});
