// The guarantee: a file of payees saves each right row once, says of each other row why not, and reads
// what people and spreadsheets write without guessing a lost digit.
import type { Answer } from "@rokad/contract/call";
import {
  importBeneficiaries,
  previewBeneficiaryImport,
  type BeneficiaryColumnPlaces,
} from "@rokad/contract/beneficiary-import";
import { getBeneficiary, listBeneficiaries } from "@rokad/contract/beneficiaries";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { xlsxFile } from "../../../test/xlsx-file.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator();
});
afterAll(() => world.close());

const columns: BeneficiaryColumnPlaces = { name: 0, account_number: 1, ifsc_code: 2, upi_id: 3 };
const head = "Name,Account number,IFSC,UPI ID";
const fileOf = (...rows: readonly string[]) => ({
  file_name: "payees.csv",
  content: Buffer.from([head, ...rows].join("\n")).toString("base64"),
});
const importRows = async (rows: readonly string[], by = owner) =>
  (await by.ask(importBeneficiaries, { body: { ...fileOf(...rows), columns } })).data;
const preview = async (rows: readonly string[]) =>
  (await owner.ask(previewBeneficiaryImport, { body: fileOf(...rows) })).data;
const names = async (by = owner) =>
  (await by.ask(listBeneficiaries, { query: {} })).data.map(({ name }) => name);
const totals = ({ saved, known, wrong }: Answer<typeof importBeneficiaries>["data"]) => [
  saved,
  known,
  wrong,
];

test("saves what is right and says of each other row why not", async () => {
  const done = await importRows([
    "Asha Rao,700300100001,SBIN0000691,",
    "Ravi Kumar,,,ravi@okhdfc",
    "Meera Iyer,7003,SBIN0000691,",
    "Omar Khan,700300100004,HDFC60,",
    ",700300100005,SBIN0000691,",
    "Leela Nair,,,",
  ]);
  expect(totals(done)).toEqual([2, 0, 4]);
  expect(done.rows.map(({ line, outcome, message }) => [line, outcome, message])).toEqual([
    [4, "wrong", "Account number must be 9-18 digits"],
    [5, "wrong", "Please enter a valid IFSC code"],
    [6, "wrong", "Beneficiary name is required"],
    [7, "wrong", "It has no account number and no UPI ID"],
  ]);
  expect(await names()).toEqual(["Asha Rao", "Ravi Kumar"]);
});

test("repairs what is written in another way, and says what", async () => {
  const { checked } = await preview([
    "M/s Sharma & Sons (Pune),'7003 0020 0001,hdfc0000060,",
    "Müller Traders,700300200002,HDFC 0000060, muller@okhdfc ",
  ]);
  expect(checked?.rows.map(({ name, outcome, repairs }) => [name, outcome, repairs])).toEqual([
    [
      "M s Sharma and Sons Pune",
      "saved",
      [
        "Account number without spaces",
        "IFSC in capital letters without spaces",
        "Name without other characters",
      ],
    ],
    [
      "Muller Traders",
      "saved",
      ["IFSC in capital letters without spaces", "Name without other characters"],
    ],
  ]);
  expect(await names()).toEqual([]);
});

test("an account that a spreadsheet has cut is wrong, never guessed", async () => {
  const done = await importRows(["Asha Rao,7.00300300003E+11,SBIN0000691,"]);
  expect(done.rows[0]?.message).toBe(
    "A spreadsheet has cut the account number to “7.00300300003E+11”. Format its column as text and fill it in again.",
  );
  expect(await names()).toEqual([]);
});

test("a row with account and UPI ID has two destinations, the account by default", async () => {
  await importRows(["Asha Rao,700300400001,SBIN0000691,asha.rao@okhdfc"]);
  const [{ id } = { id: "" }] = (await owner.ask(listBeneficiaries, { query: {} })).data;
  const { destinations } = (await owner.ask(getBeneficiary, { params: { id } })).data;
  expect(destinations.map(({ method, is_default }) => [method, is_default])).toEqual([
    ["imps", true],
    ["upi", false],
  ]);
});

test("a UPI ID that another beneficiary has is left out of a row with an account, and it says so", async () => {
  await importRows(["Ravi Kumar,,,ravi.kumar@okhdfc"]);
  const row = "Asha Rao,700300450001,SBIN0000691,ravi.kumar@okhdfc";
  const message = "Ravi Kumar already has this UPI ID, so it is left out";
  const { checked } = await preview([row]);
  expect(checked?.rows.map((one) => [one.outcome, one.message])).toEqual([["saved", message]]);
  const { rows } = await importRows([row]);
  expect(rows.map((one) => [one.outcome, one.message])).toEqual([["saved", message]]);
});

describe("an account is saved once", () => {
  const row = "Asha Rao,700300500001,SBIN0000691,";

  test("in one file twice, in a repeat, and when another beneficiary has it", async () => {
    const twice = await importRows([row, "Asha R,700300500001,SBIN0000300,"]);
    expect(totals(twice)).toEqual([1, 1, 0]);
    expect(twice.rows.map(({ message, warnings }) => [message, warnings])).toEqual([
      [null, ["Line 3 has this account as Asha R. Check."]],
      ["Asha Rao already has this account", []],
    ]);
    expect(totals(await importRows([row]))).toEqual([0, 1, 0]);
    expect((await preview([row])).checked).toMatchObject({ saved: 0, known: 1 });
    expect(await names()).toEqual(["Asha Rao"]);
  });

  test("in two tabs and by two people at once", async () => {
    const rows = Array.from({ length: 60 }, (_, at) => {
      const number = String(700_300_600_000 + at);
      return `Payee ${"ABCDEFGHIJ"[at % 10]}${"ABCDEF"[Math.floor(at / 10)]},${number},SBIN0000691,`;
    });
    const preparer = await world.member(owner, ["preparer"]);
    const done = await Promise.all([importRows(rows), importRows(rows.toReversed(), preparer)]);
    expect(done.reduce((sum, { saved }) => sum + saved, 0)).toBe(60);
    for (const { saved, known, wrong } of done) expect([saved + known, wrong]).toEqual([60, 0]);
  });

  test("of each business for itself", async () => {
    const other = await world.operator();
    expect(totals(await importRows([row]))).toEqual([1, 0, 0]);
    expect(totals(await importRows([row], other))).toEqual([1, 0, 0]);
    expect(await names(other)).toEqual(["Asha Rao"]);
  });
});

test("recognises the columns of other programs in any order, also in a workbook", async () => {
  const rows = [
    ["Vendor master as of 21 November 2026"],
    ["Bank A/c No.", "Vendor Name", "E-mail ID", "IFSC Code", "GSTIN", "Category"],
    ["700300700001", "Asha Rao", "asha@example.com", "SBIN0000691", "", "Supplier"],
  ];
  const file = { file_name: "v.xlsx", content: xlsxFile(rows).toString("base64") };
  const { data } = await owner.ask(previewBeneficiaryImport, { body: file });
  expect([data.kind, data.row_count, data.columns]).toEqual([
    "xlsx",
    1,
    { account_number: 0, name: 1, email: 2, ifsc_code: 3, gstin: 4, kind: 5 },
  ]);
  expect(data.checked).toMatchObject({ saved: 1, known: 0, wrong: 0 });
  await owner.ask(importBeneficiaries, { body: { ...file, columns: data.columns } });
  const [saved] = (await owner.ask(listBeneficiaries, { query: {} })).data;
  expect(saved).toMatchObject({ name: "Asha Rao", kind: "vendor" });
});

test("a file that is no table, or columns that are missing, are refused in words", async () => {
  const pdf = { file_name: "v.pdf", content: Buffer.from("%PDF-1.7").toString("base64") };
  const refused = await owner.post("/beneficiaries/import/preview", pdf);
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    422,
    "FILE_UNREADABLE",
    "This is a PDF. Save it as CSV or XLSX instead.",
  ]);
  const unnamed = { ...fileOf("Asha Rao,700300800001,SBIN0000691,"), columns: { name: 0 } };
  const missing = await owner.post("/beneficiaries/import", unnamed);
  expect([missing.status, missing.body.error.fields]).toEqual([
    400,
    { "columns.account_number": "Choose the column with the account number, or with the UPI ID" },
  ]);
  const long = Array.from({ length: 5_030 }, (_, at) => `Payee,${at},SBIN0000691,`);
  const tooLong = await owner.post("/beneficiaries/import/preview", fileOf(...long));
  expect(tooLong.body.error.message).toBe(
    "The file has more than 5,020 lines. Split it into several files.",
  );
});
