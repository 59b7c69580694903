// The guarantee: the account of a file is the payee's, whatever else is called an account; of two that
// fit equally none is chosen.
import { expect, test } from "vitest";
import { recogniseImportColumns } from "../beneficiaries/import-columns.ts";
import { recogniseBatchColumns } from "./recognise-batch-columns.ts";

test.for([
  ["Debit Account No,Bene Name,Bene Account No,Bene IFSC,Amount", 2],
  ["Corporate A/c,Beneficiary,Credit A/c No,IFSC,Amount", 2],
  ["Remitter Account Number,Name,Account Number,IFSC,Amount", 2],
  ["From account,To account,Name,IFSC,Amount", 1],
  ["Account Number,Beneficiary Name,Beneficiary Account Number,IFSC,Amount", 2],
  ["debitAccountNo,beneName,beneAccountNo,beneIfsc,amount", 2],
  ["Source_Account,Payee_Name,Payee_Account_No,Payee_IFSC,Amount", 2],
  ["Sender A/C,Sender IFSC,Recipient A/C,Recipient IFSC,Recipient Name,Amount", 2],
  ["Dr A/c No.,Cr A/c No.,Name,IFSC,Amt", 1],
  ["Our Bank Account,Vendor Bank Account,IFSC Code,Vendor,Amount", 1],
  ["Account holder name,Account type,Account No.,IFSC,Amount", 2],
  ["Your account number,Account,Name,IFSC,Amount", 1],
  ["Withdrawal account,Payout account,Name,IFSC,Amount", 1],
  ["Paying account,Account to pay,Name,IFSC,Amount", 1],
  ["Business Account,Vendor,Account,IFSC,Amount", 2],
  ["Cashfree Account Number,Name,Bank Account,IFSC,Amount", 2],
] as const)("the account of “%s” is column %i", ([head, at]) => {
  for (const recognise of [recogniseBatchColumns, recogniseImportColumns]) {
    const { places, unclear } = recognise(head.split(","));
    expect([places.account_number, unclear]).toEqual([at, {}]);
  }
});

test.for([
  "Debit A/c No,Name,IFSC,Amount",
  "RazorpayX Account Number,Contact Name,Amount",
  "Transfer from,Transfer to,Name,IFSC,Amount",
])("“%s” has only the payer's account, so none", (head) => {
  expect(recogniseBatchColumns(head.split(",")).places.account_number).toBeUndefined();
});

test.for([
  ["Name,Account No 1,IFSC,Account No 2", { account_number: [1, 3] }],
  ["Name,Account No,IFSC,Account No", { account_number: [1, 3] }],
  ["First name,Last name,Account No,IFSC", { name: [0, 1] }],
  ["Name,Account No,Bank IFSC,Branch IFSC", { ifsc_code: [2, 3] }],
] as const)("in “%s” a person chooses", ([head, unclear]) => {
  expect(recogniseImportColumns(head.split(",")).unclear).toEqual(unclear);
});

test("a sender's IFSC, name and e-mail are not the payee's", () => {
  const head = "Sender Name,Sender Email,Sender IFSC,Name,Email,IFSC,Account,Amount".split(",");
  expect(recogniseBatchColumns(head).places).toMatchObject({
    beneficiary_name: 3,
    beneficiary_email: 4,
    ifsc_code: 5,
  });
});

test("the columns of a bank's file of transfers are recognised by their abbreviations", () => {
  const names =
    "PYMT_MODE,DEBIT_ACC_NO,BNF_NAME,BENE_ACC_NO,IFC Code,AMOUNT,CREDIT_NARR,MOBILE_NUM,EMAIL_ID,REMARK";
  expect(recogniseBatchColumns(names.split(","))).toMatchObject({
    places: {
      beneficiary_name: 2,
      account_number: 3,
      ifsc_code: 4,
      amount: 5,
      beneficiary_phone: 7,
      beneficiary_email: 8,
      remarks: 9,
    },
    unclear: {},
  });
});

test.for([
  ["Name,Account,IFSC,Amount,Net Payable", [3, 4]],
  ["Name,Account,IFSC,Net Amount,Amount", [3, 4]],
  ["Name,Account,IFSC,Amount,TDS,Net Pay", [3, 5]],
  ["Name,Account,IFSC,Net Amount,GST,Total Amount", [3, 5]],
  ["Name,Account,IFSC,Invoice Amount,Net Payable", [3, 4]],
] as const)("the amount of “%s” is unclear", ([head, amount]) => {
  const { places, unclear } = recogniseBatchColumns(head.split(","));
  expect([places.amount, unclear]).toEqual([undefined, { amount }]);
});

test.for([
  ["Name,Account,IFSC,Invoice Amount,Payout Amount", 4],
  ["Name,Account,IFSC,Gross Amount,TDS Amount,Net Amount", 5],
  ["Name,Account,IFSC,Salary,Net Pay", 4],
] as const)("the amount of “%s” is column %i", ([head, at]) => {
  const { places, unclear } = recogniseBatchColumns(head.split(","));
  expect([places.amount, unclear]).toEqual([at, {}]);
});
