// The guarantee: a bank statement's exact matches are approved with one click, every other line
// shows its reason, and importing the file again changes nothing.
import type { Page } from "@playwright/test";
import {
  csvStatement,
  statementHeader,
  type StatementRow,
} from "../apps/server/test/statement-world.ts";
import { rowOf, workbookOf } from "../apps/server/test/workbook-parts.ts";
import { xlsxFile } from "../apps/server/test/xlsx-file.ts";
import { enter, expect, test } from "./journey.ts";
import type { Rokad } from "./rokad.ts";
import { expectSoundInBothThemes } from "./sound.ts";
import { arrived } from "./screens.ts";
import { signStepUp, stepUpDialog } from "./signing.ts";

const address = "/super-admin/deposits/import";
const superAdmin = "9000000001";

/** Drops a file as a person drags it from their desktop. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const given = JSON.stringify([name, bytes.toString("base64")]);
  // As text, because the journeys are not typed as code of a browser.
  const data = await page.evaluateHandle(`(() => {
    const [name, content] = ${given};
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
    return transfer;
  })()`);
  const place = page.getByRole("region", { name: "Statement file" });
  await place.dispatchEvent("dragover", { dataTransfer: data });
  await place.dispatchEvent("drop", { dataTransfer: data });
}

/** Confirms the columns, which an earlier journey of this file may have confirmed already. */
async function importIfAsked(page: Page): Promise<void> {
  const confirm = page.getByRole("button", { name: "Import 1 line" });
  await expect(confirm.or(page.getByRole("button", { name: "Undo import" }))).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
}

/** A tenant's requests, each with its UTR. */
async function requests(rokad: Rokad, utrs: readonly string[]) {
  const { mobile } = await rokad.tenant({ rupees: 250 });
  const { token } = await rokad.session(mobile);
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts");
  for (const utr of utrs) {
    const body = { bank_account: account._id, amount: 1000, utr_reference: utr };
    await rokad.call(token, "POST", "/wallet/deposit/initiate", body);
  }
  return { token };
}

const row = (utr: string, credit = "1,000.00", narration = `NEFT-${utr}-JOURNEY TRADERS`) =>
  ["21/11/2026", narration, utr, "", credit] as const satisfies StatementRow;

const lines = (page: Page) => page.getByRole("table", { name: "Lines of the statement" });

test("imports a CSV: confirms columns once, approves exact matches, explains the rest, and credits nothing twice [17.1]", async ({
  page,
  rokad,
}) => {
  const utrs = ["HDFCN52026000001", "HDFCN52026000002", "HDFCN52026000003", "412345678901"];
  const { token } = await requests(rokad, utrs);
  const file = csvStatement([
    row(utrs[0] ?? ""),
    row(utrs[1] ?? "", "999.00"),
    row(utrs[2] ?? "", "1,000.00", "NEFT-HDFCN52026000003-VERMA STORES"),
    row("4.12E+11", "1000", "IMPS JOURNEY TRADERS"),
    row("SBINN52026999999"),
    ["21/11/2026", "PAYOUT", "X", "500.00", ""],
    ["31/02/2026", "NEFT", "X", "", "500.00"],
  ]);

  await enter(page, rokad, superAdmin, address);
  await expect(page.getByText("No statements yet")).toBeVisible();
  await drop(page, "hdfc.csv", file);
  await expect(page.getByText("Assign the columns")).toBeVisible();
  await expect(page.getByLabel("UTR or reference")).toHaveValue("2");
  await expect(page.getByRole("cell", { name: "1,000.00" }).first()).toBeVisible();

  // A wrong choice shows an error before the request; the right one is saved.
  await page.getByLabel("Date").selectOption("None");
  await page.getByRole("button", { name: "Import 7 lines" }).click();
  await expect(page.getByText("Choose the column with the date")).toBeVisible();
  await page.getByLabel("Date").selectOption("Txn Date");
  await page.getByRole("button", { name: "Import 7 lines" }).click();

  await expect(page.getByText("1 deposit can be approved now: ₹1,000.00")).toBeVisible();
  await expect(lines(page).getByText("UTR and amount match.")).toBeVisible();
  await page.getByRole("button", { name: "Approve 1 deposit" }).click();
  // The confirmation of a bulk approval names count and sum, before its code is entered.
  await expect(stepUpDialog(page)).toContainText("Approve 1 deposit of ₹1,000.00 in total");
  await signStepUp(page, rokad);
  await expect(page.getByText("1 deposit approved and credited")).toBeVisible();
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(1250_00);

  // What is left to look at comes next.
  await expect(page.getByLabel("Show")).toHaveValue("decide");
  await expect(
    lines(page).getByText(/₹999.00 arrived and the request is for ₹1,000.00/),
  ).toBeVisible();
  await expect(lines(page).getByText("The date “31/02/2026” can't be read.")).toBeVisible();
  await expect(lines(page).getByText(/does not name Journey Traders/)).toBeVisible();

  await lines(page)
    .getByRole("row", { name: /4\.12E\+11/ })
    .getByRole("button", { name: /Review/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("412345678901")).toBeVisible();
  await dialog.getByRole("button", { name: "Approve ₹1,000.00" }).click();
  await signStepUp(page, rokad);
  await expect(dialog).toBeHidden();
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(2250_00);

  // Another amount: crediting what arrived is the line's own, rejecting is the request's.
  await lines(page)
    .getByRole("row", { name: /HDFCN52026000002/ })
    .getByRole("button", { name: /Review/ })
    .click();
  await expect(dialog.getByRole("button", { name: "Credit ₹999.00" })).toBeVisible();
  await dialog.getByRole("link", { name: /^Open request of line/ }).click();
  await expect(page).toHaveURL(/\/super-admin\/deposits\?utr=HDFCN52026000002$/);
  const request = page.getByRole("row").filter({ hasText: "HDFCN52026000002" });
  await expect(request.getByRole("button", { name: /^Reject/ })).toBeVisible();
  await page.goBack();
  await expect(lines(page)).toBeVisible();

  // The same file: no question, and nothing to approve.
  await page
    .getByLabel("Import another")
    .setInputFiles({ name: "hdfc.csv", mimeType: "text/csv", buffer: file });
  await expect(page.getByText(/This file was already imported on/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Credited" })).toContainText("2");
  await page.getByLabel("Show").selectOption({ label: "All lines · 7" });
  await expect(lines(page).getByText(/Already imported in hdfc.csv/)).toHaveCount(5);
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(2250_00);

  // The columns can be changed after all.
  await page.getByRole("button", { name: "Change columns" }).click();
  await expect(page.getByText("Assign the columns")).toBeVisible();
  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByRole("button", { name: "All imports" }).click();
  await expect(page.getByText("Same file again")).toBeVisible();
  await page.getByRole("link", { name: "hdfc.csv" }).last().click();
  await expect(page.getByRole("group", { name: "Credited" })).toContainText("2");
});

test("imports a workbook on a phone in both themes [17.1]", async ({ page, rokad }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { token } = await requests(rokad, ["012345678902", "ICICN52026000009"]);
  await enter(page, rokad, superAdmin, address);
  await arrived(page);
  await expectSoundInBothThemes(page, "the empty import");
  await drop(
    page,
    "axis.xlsx",
    xlsxFile([
      ["Tran Date", "Particulars", "UTR", "Cr"],
      [{ day: 46_347 }, "IMPS JOURNEY TRADERS", 12_345_678_902, 1000],
      [{ day: 46_347 }, "NEFT JOURNEY TRADERS", "ICICN52026000009", 1000],
    ]),
  );
  await expect(page.getByText("Assign the columns")).toBeVisible();
  await expectSoundInBothThemes(page, "its columns");
  await page.getByRole("button", { name: "Import 2 lines" }).click();
  await expect(page.getByText("UTR (leading zeros restored) and amount match.")).toBeVisible();
  await expectSoundInBothThemes(page, "its result");
  await page.getByRole("button", { name: "Approve 2 deposits" }).click();
  await signStepUp(page, rokad);
  await expect(page.getByText("2 deposits approved and credited")).toBeVisible();
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(2250_00);
});

test("imports 60 lines with a stray quotation mark and a hidden row: asks first, and the hidden credit is approved on its own [17.12]", async ({
  page,
  rokad,
}) => {
  const utrs = [31, 32, 33, 34, 35].map((number) => `HDFCN520260000${number}`);
  const [plain = "", quoted = "", short = "", hiddenUtr = "", foreign = ""] = utrs;
  const { token } = await requests(rokad, utrs);
  const credits = [
    rowOf(row(plain)),
    rowOf(row(quoted, undefined, `NEFT-${quoted}-"JOURNEY TRADERS`)),
    rowOf(row(short, undefined, `NEFT-${short}-JOURNEY TRAD`)),
    rowOf(row(hiddenUtr), `hidden="1"`),
    rowOf(row(foreign, undefined, `NEFT-${foreign}-XX9876 KAPOOR STEEL`)),
  ];
  const debits = Array.from({ length: 55 }, (_, at) =>
    rowOf(["21/11/2026", "UPI RENT", String(632512340000 + at), "500.00", ""]),
  );
  const statementOf = (account: string) =>
    workbookOf({
      name: "Statement",
      rows: [rowOf([`Account No: ${account}`]), rowOf(statementHeader), ...credits, ...debits],
    });
  await enter(page, rokad, superAdmin, address);
  await drop(page, "other.xlsx", statementOf("99887766554433"));
  await expect(page.getByRole("alert")).toContainText(
    "This statement is of the account ****4433, not of",
  );

  // The console asks about a hidden row each time, also when the columns are known.
  const file = statementOf("000000000042");
  const note = "Hidden in the spreadsheet: row 6. Credits in hidden rows are approved one by one.";
  await drop(page, "november.xlsx", file);
  await expect(page.getByText(note)).toBeVisible();
  await page.getByRole("button", { name: "Import 60 lines" }).click();

  const card = (name: string) => page.getByRole("group", { name });
  await expect(card("Exact matches")).toContainText("₹3,000.00");
  await expect(card("To review")).toContainText("₹2,000.00");
  await expect(page.getByText("3 deposits can be approved now: ₹3,000.00")).toBeVisible();
  await page.getByRole("button", { name: "Approve 3 deposits" }).click();
  await expect(stepUpDialog(page)).toContainText("Approve 3 deposits of ₹3,000.00 in total");
  await signStepUp(page, rokad);
  await expect(page.getByText("₹3,000.00 is in the tenants' wallets.")).toBeVisible();
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(3250_00);

  await expect(page.getByLabel("Show")).toHaveValue("decide");
  await expect(lines(page).getByRole("row", { name: new RegExp(foreign) })).toContainText(
    "does not name Journey Traders",
  );
  const hiddenLine = lines(page).getByRole("row", { name: new RegExp(hiddenUtr) });
  await expect(hiddenLine).toContainText("Hidden row");
  await expect(hiddenLine).toContainText("Line 6 was hidden in the spreadsheet.");
  await hiddenLine.getByRole("button", { name: /Review/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Line 6 was hidden in the spreadsheet.");
  await dialog.getByRole("button", { name: "Approve ₹1,000.00" }).click();
  await signStepUp(page, rokad);
  await expect(dialog).toBeHidden();
  await expect(card("Credited")).toContainText("₹4,000.00");
  await expect(card("To review")).toContainText("₹1,000.00");
  expect((await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount).toBe(4250_00);

  await page
    .getByLabel("Import another")
    .setInputFiles({ name: "november.xlsx", mimeType: "application/octet-stream", buffer: file });
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 60 lines" })).toBeVisible();
});

test("undoes an import, and matches the next one of the file as the first", async ({
  page,
  rokad,
}) => {
  await requests(rokad, ["HDFCN52026000021"]);
  await enter(page, rokad, superAdmin, address);
  const file = csvStatement([row("HDFCN52026000021")]);
  await drop(page, "undone.csv", file);
  await importIfAsked(page);
  await page.getByRole("button", { name: "Undo import" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog).toContainText("No wallet changes.");
  await expectSoundInBothThemes(page, "undoing an import", "[role=dialog]:not([popover])");
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Import undone. No wallet changed.")).toBeVisible();
  await expect(page.getByText("undone.csv")).toHaveCount(0);
  await drop(page, "undone.csv", file);
  await importIfAsked(page);
  await expect(page.getByRole("button", { name: "Approve 1 deposit" })).toBeVisible();
  await expect(page.getByText("already imported")).toHaveCount(0);
});

test("explains why a file is no statement and accepts the next one [17.9]", async ({
  page,
  rokad,
}) => {
  await enter(page, rokad, superAdmin, address);
  const file = page.getByLabel("Choose a file");
  for (const [name, buffer, sentence] of [
    ["empty.csv", Buffer.alloc(0), "The file is empty."],
    ["statement.pdf", Buffer.from("%PDF-1.7"), "This is a PDF."],
    ["old.xls", Buffer.from("d0cf11e0a1b11ae100", "hex"), "This is an old .xls workbook."],
    ["web.xls", Buffer.from("<html><table>"), "This is a web page, not a workbook."],
    ["large.csv", Buffer.alloc(10_000_001, "a"), "The file is larger than 10 MB."],
  ] as const) {
    await file.setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await expect(page.getByRole("alert")).toContainText(sentence);
  }
  const unsigned = Buffer.from("when,what,how much\n21/11/2026,SBINN52026999998,500\n");
  await file.setInputFiles({ name: "odd.csv", mimeType: "text/csv", buffer: unsigned });
  await expect(page.getByLabel("Date")).toHaveValue("none");
  await page.goto(`${address}?import=01900000-0000-7000-8000-000000000000`);
  await expect(page.getByText("Import not found")).toBeVisible();
});
