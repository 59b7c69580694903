// The guarantee: of a workbook, what a person sees is read, and what a person can't see, such as hidden
// rows, other sheets, and formulas, is named and not paid by accident.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFileWorld, sampleOf } from "../../../test/file-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { rowOf, workbookOf } from "../../../test/workbook-parts.ts";

let world: Awaited<ReturnType<typeof openFileWorld>>;
let owner: SignedIn;
beforeAll(async () => {
  world = await openFileWorld();
});
beforeEach(async () => {
  owner = await world.operator({ wallet: "₹1,00,000" });
});
afterAll(() => world.close());

describe("error cells", () => {
  test("an error instead of the account never means the saved payee of the name", async () => {
    await world.savePayees(owner, sampleOf("saved-payees.csv"));
    const { rows } = await world.readFile(owner, sampleOf("error-cells.xlsx"));
    expect(
      rows.map(({ state, problem, problem_fields }) => [state, problem, problem_fields]),
    ).toEqual([
      ["wrong", "The spreadsheet has an error here: “#N/A”", ["account_number", "ifsc_code"]],
      ["ready", null, []],
    ]);
  });

  test("a formula whose result is nothing is no blank account", async () => {
    await world.savePayees(owner, sampleOf("saved-payees.csv"));
    const blank = `<c t="str"><f>IFERROR(VLOOKUP(A2,B:C,2,0),"")</f><v></v></c>`;
    const { rows } = await world.readFile(
      owner,
      workbookOf({
        name: "Payments",
        rows: [
          rowOf(["Name", "Account number", "IFSC", "Amount"]),
          rowOf(["Asha Rao", blank, blank, "<c><v>1501</v></c>"]),
        ],
      }),
    );
    expect(rows.map(({ state, problem }) => [state, problem])).toEqual([
      ["wrong", "The formula gives no account. Enter it."],
    ]);
  });
});

describe("hidden rows", () => {
  test("start as removed, are named, and are paid once a person restores them", async () => {
    const bytes = sampleOf("hidden-rows.xlsx");
    expect((await world.previewOf(owner, bytes)).notes).toEqual([
      "Hidden in the spreadsheet: rows 3 and 4. These rows start as removed.",
    ]);
    const { batch, rows } = await world.readFile(owner, bytes);
    expect(rows.map(({ number, state, warnings }) => [number, state, warnings])).toEqual([
      [2, "ready", []],
      [3, "removed", ["This row is hidden in the spreadsheet"]],
      [4, "removed", ["This row is hidden in the spreadsheet"]],
      [5, "ready", []],
    ]);
    expect(batch.check).toMatchObject({ ready: 2, removed: 2, amount: { amount: 2_304_00 } });
    const restored = await owner.post(`/payout-batches/${batch.id}/rows`, {
      revision: batch.revision,
      changes: [{ number: 3, is_removed: false }],
    });
    expect(restored.body.data.batch.check?.amount.amount).toBe(27_304_00);
    expect((await world.rowsOf(owner, batch.id))[1]).toMatchObject({
      state: "ready",
      warnings: ["This row is hidden in the spreadsheet"],
    });
    expect((await world.run(owner, batch)).status).toBe(200);
    await world.workBatches();
    expect(await world.payoutCount(owner)).toBe(3);
    await world.checkBatches();
  });

  test.for([`hidden="true"`, `ht="0" customHeight="1"`])("with %s too", async (attributes) => {
    const account = ["Asha Rao", "50100011223344", "HDFC0000060", "100"];
    const { rows } = await world.readFile(
      owner,
      workbookOf({
        name: "Payments",
        columns: `<col min="5" max="5" hidden="1"/>`,
        rows: [
          rowOf(["Name", "Account number", "IFSC", "Amount", "Paid"]),
          rowOf(account, attributes),
          rowOf(account.with(1, "50100011223355")),
        ],
      }),
    );
    expect(rows.map(({ state }) => state)).toEqual(["removed", "ready"]);
  });

  test("a hidden column is named", async () => {
    const { notes } = await world.previewOf(
      owner,
      workbookOf({
        name: "Payments",
        columns: `<col min="2" max="3" hidden="1"/>`,
        rows: [
          rowOf(["Name", "Account number", "IFSC", "Amount"]),
          rowOf(["Asha Rao", "50100011223344", "HDFC0000060", "100"]),
        ],
      }),
    );
    expect(notes).toEqual([
      "Hidden in the spreadsheet: columns “Account number” and “IFSC”. Check the contents.",
    ]);
  });
});

describe("formulas", () => {
  test("are read as their stored results, which the row and the preview name", async () => {
    const bytes = sampleOf("salary-formulas.xlsx");
    expect((await world.previewOf(owner, bytes)).notes).toEqual([
      "Computed by formulas: “Account number”, “IFSC”, “TDS” and “Net pay”. The results saved in the file are used.",
    ]);
    const { rows } = await world.readFile(owner, bytes);
    expect(rows.map(({ state, fields, warnings }) => [state, fields.amount, warnings])).toEqual([
      ["ready", "27000", ["Computed by formulas: Amount"]],
      ["ready", "25200", ["Computed by formulas: Account number, IFSC, Amount"]],
    ]);
    expect(rows[1]?.fields).toMatchObject({
      account_number: "911010055667788",
      ifsc_code: "UTIB0000123",
    });
  });

  test("without a stored result are wrong", async () => {
    const { rows } = await world.readFile(
      owner,
      workbookOf({
        name: "Payments",
        rows: [
          rowOf(["Name", "Account number", "IFSC", "Amount"]),
          rowOf(["Asha Rao", "50100011223344", "HDFC0000060", "<c><f>1+1</f><v></v></c>"]),
          rowOf(["Asha Rao", "50100011223344", "HDFC0000060", `<c><f t="shared" si="0"/></c>`]),
        ],
      }),
    );
    expect(rows.map(({ state, problem }) => [state, problem])).toEqual([
      ["wrong", "This formula has no saved result. Enter the value."],
      ["wrong", "This formula has no saved result. Enter the value."],
    ]);
  });
});

test("escaped line breaks of a workbook are spaces", async () => {
  const { rows } = await world.readFile(owner, sampleOf("escaped-line-breaks.xlsx"));
  expect(rows.map(({ state, fields }) => ({ state, ...fields }))).toEqual([
    {
      state: "ready",
      beneficiary_name: "Meera Packaging",
      account_number: "50100011223344",
      ifsc_code: "HDFC0000060",
      amount: "1500",
      remarks: "Inv 120 Nov",
    },
  ]);
});

test.for([
  ["Inv_x0009_120", "Inv 120"],
  ["A_x005F_x000D_B", "A_x000D_B"],
] as const)("%s in a cell is %s", async ([written, read]) => {
  const { sample } = await world.previewOf(
    owner,
    workbookOf({ name: "Payments", rows: [rowOf(["Name", "Amount"]), rowOf([written, "1"])] }),
  );
  expect(sample[0]?.cells[0]).toBe(read);
});

describe("of several sheets", () => {
  test("the first with the columns of payouts is read, and the others are named", async () => {
    const bytes = sampleOf("instructions-first.xlsx");
    const preview = await world.previewOf(owner, bytes);
    expect([preview.row_count, preview.notes]).toEqual([
      2,
      ["Only the sheet “Payments” is read, not “Instructions”."],
    ]);
    const { rows } = await world.readFile(owner, bytes);
    expect(rows.map(({ state, fields }) => [state, fields.amount])).toEqual([
      ["ready", "1302"],
      ["ready", "1303"],
    ]);
  });

  const head = rowOf(["Name", "Account number", "IFSC", "Amount"]);
  const payment = (amount: string) => rowOf(["Asha Rao", "50100011223344", "HDFC0000060", amount]);

  test("a list of vendors, an empty sheet and a hidden one are passed over", async () => {
    const { sample, notes } = await world.previewOf(
      owner,
      workbookOf(
        { name: "Old", state: "hidden", rows: [head, payment("1")] },
        { name: "Empty", rows: [] },
        { name: "Vendors", rows: [rowOf(["Name", "GSTIN", "Email"]), rowOf(["Asha", "x", "y"])] },
        { name: "November", rows: [head, payment("11")] },
        { name: "December", rows: [head, payment("12")] },
      ),
    );
    expect([sample[0]?.cells[3], notes]).toEqual([
      "11",
      ["Only the sheet “November” is read, not “Vendors” and “December”."],
    ]);
  });

  test("without any that fits, the first is read", async () => {
    const { header, notes } = await world.previewOf(
      owner,
      workbookOf(
        { name: "One", rows: [rowOf(["x", "y"]), rowOf(["1", "2"])] },
        { name: "Two", rows: [rowOf(["z"])] },
      ),
    );
    expect([header, notes]).toEqual([
      ["Column 1", "Column 2"],
      ["Only the sheet “One” is read, not “Two”."],
    ]);
  });
});
