// The guarantee: a file of another product or a bank is recognised by its header, its name is shown, and
// its columns are the payee's, whatever the last file with this header was read with.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileWorld, sampleOf, uploadOf } from "../../test/file-world.ts";
import { previewBeneficiaryImport } from "@rokad/contract/beneficiary-import";
import { recogniseImportColumns } from "./beneficiaries/import-columns.ts";
import { recogniseBatchColumns } from "./batches/recognise-batch-columns.ts";

let world: Awaited<ReturnType<typeof openFileWorld>>;
beforeAll(async () => {
  world = await openFileWorld();
});
afterAll(() => world.close());

const razorpayx =
  "RazorpayX Account Number,Payout Amount (in Rupees),Payout Currency,Payout Mode,Payout Purpose,Fund Account Id,Fund Account Type,Fund Account Name,Fund Account Ifsc,Fund Account Number,Fund Account Vpa,Fund Account Phone Number,Contact Name,Payout Narration,Payout Reference Id,Fund Account Email,Contact Type,Contact Email,Contact Mobile,Contact Reference Id,notes[place],notes[code]";
const icici =
  "PYMT_PROD_TYPE_CODE,PYMT_MODE,DEBIT_ACC_NO,BNF_NAME,BENE_ACC_NO,BENE_IFSC,AMOUNT,DEBIT_NARR,CREDIT_NARR,MOBILE_NUM,EMAIL_ID,REMARK,PYMT_DATE,REF_NO,ADDL_INFO1";
const hdfc =
  "Transaction Type,Beneficiary Code,Beneficiary Account Number,Instrument Amount,Beneficiary Name,Drawee Location,Print Location,Bene Address 1,Bene Address 2,Instruction Reference Number,Customer Reference Number,Payment details 1,Cheque Number,Chq / Trn Date,MICR Number,IFC Code,Bene Bank Name,Bene Bank Branch Name,Beneficiary email id";
const axis =
  "Payment Method Name,Payment Amount (Request),Activation Date,Beneficiary Name (Request),Account No,Email,Email Body,Debit Account No,CRN No,RECEIVER IFSC Code,RECEIVER Account Type,Remarks,Phone No";
const kotak =
  "Client_Code,Product_Code,Payment_Type,Payment_Ref_No.,Payment_Date,Dr_Ac_No,Amount,Beneficiary_Code,Beneficiary_Name,IFSC Code,Beneficiary_Acc_No,Beneficiary_Email,Beneficiary_Mobile,Debit_Narration,Credit_Narration";

test.for([
  ["RazorpayX bulk payouts", razorpayx, { name: 7, account: 9, ifsc: 8, amount: 1, phone: 18 }],
  ["ICICI Bank bulk payments", icici, { name: 3, account: 4, ifsc: 5, amount: 6, phone: 9 }],
  ["HDFC Bank ENet payments", hdfc, { name: 4, account: 2, ifsc: 15, amount: 3 }],
  ["Axis Bank bulk payments", axis, { name: 3, account: 4, ifsc: 9, amount: 1, phone: 12 }],
  [
    "Kotak Mahindra Bank bulk payments",
    kotak,
    { name: 8, account: 10, ifsc: 9, amount: 6, phone: 12 },
  ],
] as const)("%s has its name and its columns", ([name, header, columns]) => {
  const batch = recogniseBatchColumns(header.split(","));
  const { places } = batch;
  expect(batch).toMatchObject({ template: name, unclear: {} });
  expect({
    name: places.beneficiary_name,
    account: places.account_number,
    ifsc: places.ifsc_code,
    amount: places.amount,
    phone: places.beneficiary_phone,
  }).toEqual({ phone: undefined, ...columns });
  const { template, places: saved } = recogniseImportColumns(header.split(","));
  expect([template, saved.name, saved.account_number, saved.ifsc_code]).toEqual([
    name,
    columns.name,
    columns.account,
    columns.ifsc,
  ]);
  expect(saved).not.toHaveProperty("amount");
});

test("a template with a column less is a file like any other", () => {
  const other = razorpayx.replace("RazorpayX Account Number", "Account");
  expect(recogniseBatchColumns(other.split(",")).template).toBeNull();
});

test("the preview of a batch and of beneficiaries names the template, and keeps its columns", async () => {
  const owner = await world.operator({});
  const file = sampleOf("razorpayx-template.csv");
  const before = await world.previewOf(owner, file);
  expect(before.template).toBe("RazorpayX bulk payouts");
  const columns = { ...before.columns, account_number: 0 };
  await owner.post("/payout-batches", { ...uploadOf(file), columns });
  expect((await world.previewOf(owner, file)).columns).toEqual(before.columns);
  const { data } = await owner.ask(previewBeneficiaryImport, { body: uploadOf(file) });
  expect([data.template, data.columns.account_number]).toEqual(["RazorpayX bulk payouts", 9]);
});
