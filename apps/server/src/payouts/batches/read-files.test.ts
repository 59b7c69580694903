// The guarantee: a file of payouts as people really have it is read as a person reads it, and what looks
// wrong with an account is said before anything is paid.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFileWorld, sampleOf, uploadOf } from "../../../test/file-world.ts";
import { readBatchFile } from "./read-batch-file.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: Awaited<ReturnType<typeof openFileWorld>>;
let owner: SignedIn;
beforeAll(async () => {
  world = await openFileWorld();
});
beforeEach(async () => {
  owner = await world.operator({ wallet: "₹1,00,000" });
});
afterAll(() => world.close());

describe("whose account", () => {
  test("the payee's account is chosen, not the payer's own in the first column", async () => {
    const { columns, header } = await world.previewOf(owner, sampleOf("razorpayx-template.csv"));
    const chosen = Object.entries(columns).map(([field, at = -1]) => [field, header[at]]);
    expect(Object.fromEntries(chosen)).toEqual({
      account_number: "Fund Account Number",
      ifsc_code: "Fund Account Ifsc",
      upi_id: "Fund Account Vpa",
      beneficiary_name: "Fund Account Name",
      amount: "Payout Amount",
      purpose: "Payout Purpose",
      remarks: "Payout Narration",
      beneficiary_email: "Contact Email",
      beneficiary_phone: "Contact Mobile",
    });
    const { rows } = await world.readFile(owner, sampleOf("razorpayx-template.csv"));
    expect(rows.map(({ state, fields }) => [state, fields.account_number])).toEqual([
      ["ready", "50100011223344"],
      ["ready", "000401556677"],
    ]);
  });

  test("of two accounts that fit equally none is chosen, and a person says which", async () => {
    const csv = [
      "Name,Account No 1,IFSC,Amount,Account No 2",
      "Asha Rao,50100011223344,HDFC0000060,100,50100011223355",
    ].join("\n");
    const { columns, unclear } = await world.previewOf(owner, csv);
    expect([columns.account_number, unclear]).toEqual([undefined, { account_number: [1, 4] }]);
    const body = { ...uploadOf(csv), columns: { beneficiary_name: 0, amount: 3 } };
    const { status, body: answer } = await owner.post("/payout-batches", body);
    expect([status, answer.error.fields]).toEqual([
      400,
      {
        "columns.account_number":
          "Choose one: “Account No 1” (column 2) and “Account No 2” (column 5) fit equally",
      },
    ]);
  });

  test("one account under two names or with two IFSCs is a warning in both rows", async () => {
    const { rows, batch } = await world.readFile(
      owner,
      [
        "Name,Account number,IFSC,Amount",
        "Asha Rao,50100011223344,HDFC0000060,100",
        "Ravi Kumar,50100011223344,HDFC0000060,200",
        "Meera Iyer,50100011223355,HDFC0000060,300",
        "Meera Iyer,50100011223355,HDFC0000001,400",
        "Omar Khan,50100011223366,HDFC0000060,500",
      ].join("\n"),
    );
    expect(rows.map(({ warnings }) => warnings)).toEqual([
      ["Line 3 has this account as Ravi Kumar. Check."],
      ["Line 2 has this account as Asha Rao. Check."],
      ["Line 5 has this account with IFSC HDFC0000001. Check."],
      ["Line 4 has this account with IFSC HDFC0000060. Check."],
      [],
    ]);
    expect(batch.check?.warned).toBe(4);
    expect(await world.rowsOf(owner, batch.id, "warned")).toHaveLength(4);
  });
});

describe("lost zeros", () => {
  test("a number that a saved account has with zeros before it is a warning", async () => {
    await world.savePayees(owner, sampleOf("saved-payees.csv"));
    const { rows } = await world.readFile(owner, sampleOf("zeros-lost.csv"));
    expect(rows.map(({ state, warnings }) => [state, warnings])).toEqual([
      [
        "ready",
        [
          "Nirmal Textiles is saved with other zeros before this account number. Check which is right.",
          "ICICI Bank accounts have 12 digits, this one has 9. Check for lost zeros.",
        ],
      ],
    ]);
  });

  test("only at the same bank, and also if the saved account is the one without zeros", async () => {
    await world.savePayees(owner, "Name,Account number,IFSC\nAsha Rao,123456789,IDIB000K023");
    const { rows } = await world.readFile(
      owner,
      [
        "Name,Account number,IFSC,Amount",
        "Ravi Kumar,0123456789,IDIB000K023,100",
        "Ravi Kumar,00123456789,SBIN0000691,200",
      ].join("\n"),
    );
    expect(rows.map(({ warnings }) => warnings.some((one) => one.includes("other zeros")))).toEqual(
      [true, false],
    );
  });

  test("a number shorter than its bank's numbers is a warning", async () => {
    const { rows } = await world.readFile(owner, sampleOf("short-account-numbers.csv"));
    expect(rows.map(({ warnings }) => warnings)).toEqual([
      ["ICICI Bank accounts have 12 digits, this one has 9. Check for lost zeros."],
      ["HDFC Bank accounts have 14 digits, this one has 11. Check for lost zeros."],
    ]);
  });
});

test("an IFSC of no bank is wrong, one of a merged bank is a warning", async () => {
  const { rows } = await world.readFile(owner, sampleOf("merged-banks.csv"));
  expect(rows.map(({ state, problem, warnings }) => [state, problem, warnings])).toEqual([
    ["ready", null, ["Syndicate Bank is now Canara Bank. Ask for the new IFSC."]],
    ["ready", null, ["Andhra Bank is now Union Bank of India. Ask for the new IFSC."]],
    ["wrong", "No bank has the code ABCD. Ask the payee for the IFSC.", []],
  ]);
});

test("an IFSC of a bank's unknown branch is a warning", async () => {
  const { rows } = await world.readFile(
    owner,
    "Name,Account number,IFSC,Amount\nAsha Rao,50100011223344,HDFC0ZZZZZZ,100",
  );
  expect(rows[0]?.warnings).toEqual([
    "HDFC0ZZZZZZ is not in our list of branches. Check the IFSC.",
  ]);
});

test("a UPI ID of a bank account is read as account and IFSC", async () => {
  const { rows } = await world.readFile(owner, sampleOf("upi-ids-of-accounts.csv"));
  expect(rows.map(({ state, method, fields }) => [state, method, fields.upi_id])).toEqual([
    ["ready", "imps", undefined],
    ["ready", "upi", "9876543210-2@axl"],
    ["ready", "upi", "gopal.stores@kotak811"],
  ]);
  expect(rows[0]).toMatchObject({
    fields: { account_number: "00011020001772", ifsc_code: "HDFC0000001" },
    repairs: ["UPI ID of a bank account as account and IFSC"],
  });
});

test("a fourth file of one business at once gets 429, and another business's is read", async () => {
  const bytes = Buffer.from("Name,Account number,IFSC,Amount\nAsha,50100011223344,HDFC0000060,1\n");
  const read = (businessId: string) =>
    readBatchFile(businessId, { bytes }).then(
      ({ rowCount }) => rowCount,
      (error: unknown) => error,
    );
  expect(await Promise.all(["a", "a", "a", "a", "b"].map(read))).toEqual([
    1,
    1,
    1,
    expect.objectContaining({ status: 429, code: "FILES_BUSY" }),
    1,
  ]);
});
