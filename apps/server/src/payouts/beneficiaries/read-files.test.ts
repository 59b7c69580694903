// The guarantee: a file of payees as people really have it saves the payees' accounts, and says what
// looks wrong with one before it is saved.
import { readFileSync } from "node:fs";
import { importBeneficiaries, previewBeneficiaryImport } from "@rokad/contract/beneficiary-import";
import { listBeneficiaries } from "@rokad/contract/beneficiaries";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { rowOf, workbookOf } from "../../../test/workbook-parts.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator();
});
afterAll(() => world.close());

const sampleOf = (name: string) =>
  readFileSync(new URL(`../batches/samples/${name}`, import.meta.url));
const fileOf = (bytes: Buffer | string) => ({
  file_name: "payees",
  content: Buffer.from(bytes).toString("base64"),
});
const previewOf = async (bytes: Buffer | string) =>
  (await owner.ask(previewBeneficiaryImport, { body: fileOf(bytes) })).data;
const messagesOf = async (bytes: Buffer | string) =>
  (await previewOf(bytes)).checked?.rows.map(({ outcome, message }) => [outcome, message]);

test("the payee's account is saved, not the payer's own in the first column", async () => {
  const { columns, header } = await previewOf(sampleOf("razorpayx-template.csv"));
  const chosen = Object.entries(columns).map(([field, at = -1]) => [field, header[at]]);
  expect(Object.fromEntries(chosen)).toMatchObject({
    account_number: "Fund Account Number",
    ifsc_code: "Fund Account Ifsc",
    name: "Fund Account Name",
    email: "Contact Email",
    phone: "Contact Mobile",
    kind: "Contact Type",
  });
});

test("of two accounts that fit equally none is chosen, and a person says which", async () => {
  const csv = "Name,UPI ID,A/c No 1,A/c No 2\nAsha Rao,asha@okhdfc,50100011223344,50100011223355";
  const { columns, unclear } = await previewOf(csv);
  expect([columns, unclear]).toEqual([{ name: 0, upi_id: 1 }, { account_number: [2, 3] }]);
  const body = { ...fileOf(csv), columns };
  const { status, body: answer } = await owner.post("/beneficiaries/import", body);
  expect([status, answer.error.fields["columns.account_number"]]).toEqual([
    400,
    "Choose one: “A/c No 1” (column 3) and “A/c No 2” (column 4) fit equally",
  ]);
});

test("errors, hidden rows and formulas without a result are wrong", async () => {
  const rows = [
    rowOf(["Name", "Account number", "IFSC"]),
    rowOf(["Asha Rao", `<c t="e"><v>#N/A</v></c>`, "HDFC0000060"]),
    rowOf(["Ravi Kumar", "50100011223344", "HDFC0000060"], `hidden="1"`),
    rowOf(["Meera Iyer", "<c><f>A1</f></c>", "HDFC0000060"]),
    rowOf(["Omar Khan", `<c t="str"><f>A1</f><v>50100011223355</v></c>`, "HDFC0000060"]),
  ];
  const file = workbookOf({ name: "Payees", rows });
  expect(await messagesOf(file)).toEqual([
    ["wrong", "The spreadsheet has an error here: “#N/A”"],
    ["wrong", "This row is hidden in the spreadsheet. Unhide it there to save it"],
    ["wrong", "This formula has no saved result. Enter the value."],
    ["saved", null],
  ]);
  const { notes, columns } = await previewOf(file);
  expect(notes).toEqual([
    "Hidden in the spreadsheet: row 3. These rows are not saved.",
    "Computed by formulas: “Account number”. The results saved in the file are used.",
  ]);
  await owner.ask(importBeneficiaries, { body: { ...fileOf(file), columns } });
  const { data } = await owner.ask(listBeneficiaries, { query: {} });
  expect(data.map(({ name }) => name)).toEqual(["Omar Khan"]);
});

test("an account that looks wrong is saved with a warning, an IFSC of no bank is wrong", async () => {
  const saved = sampleOf("saved-payees.csv");
  const { columns } = await previewOf(saved);
  await owner.ask(importBeneficiaries, { body: { ...fileOf(saved), columns } });
  const file = [
    "Name,Account number,IFSC",
    "Nirmal Textiles,405112233,ICIC0000004",
    "Girish Pai,01234010005678,SYNB0003000",
    "Wrong Bank,123456789012,ABCD0123456",
    "Meera Iyer,50100011223344,HDFC0000060",
    "Lata Rao,50100011223344,SBIN0000691",
  ].join("\n");
  const expected = [
    [
      "saved",
      null,
      [
        "Nirmal Textiles is saved with other zeros before this account number. Check which is right.",
        "ICICI Bank accounts have 12 digits, this one has 9. Check for lost zeros.",
      ],
    ],
    ["saved", null, ["Syndicate Bank is now Canara Bank. Ask for the new IFSC."]],
    ["wrong", "No bank has the code ABCD. Ask the payee for the IFSC.", []],
    ["saved", null, ["Line 6 has this account as Lata Rao. Check."]],
    ["saved", null, ["Line 5 has this account as Meera Iyer. Check."]],
  ];
  const { checked } = await previewOf(file);
  const done = await owner.ask(importBeneficiaries, { body: { ...fileOf(file), columns } });
  for (const { rows } of [checked ?? { rows: [] }, done.data])
    expect(rows.map((row) => [row.outcome, row.message, row.warnings])).toEqual(expected);
});

test("a UPI ID of a bank account is saved as account and IFSC", async () => {
  const { checked } = await previewOf("Name,UPI ID\nAsha Rao,00011020001772@HDFC0000001.ifsc.npci");
  expect(checked?.rows[0]).toMatchObject({ outcome: "saved", account: "****1772" });
});

test.each([
  ["semicolons-in-addresses.csv", 3],
  ["semicolons-in-tags.csv", 2],
])("the commas of %s separate its columns", async (name, count) => {
  const { checked } = await previewOf(sampleOf(name));
  expect(checked?.rows.map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: count }, () => "saved"),
  );
});

test.each(["|", ";", "\t"])(
  "a file separated by %j is read with commas in its cells",
  async (mark) => {
    const rows = [
      ["Name", "Account number", "IFSC", "Address"],
      ["Asha Rao", "50100011223344", "HDFC0000060", "12, MG Road, Pune, Maharashtra"],
      ["Vikram Shah", "50100011223355", "HDFC0000060", "Flat 4, Lane 2, Baner, Pune"],
    ];
    const { checked } = await previewOf(rows.map((cells) => cells.join(mark)).join("\n"));
    expect(checked?.rows.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["Asha Rao", "saved"],
      ["Vikram Shah", "saved"],
    ]);
  },
);
