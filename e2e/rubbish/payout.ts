import { accountNumber, amount, ifsc, remarks, text } from "./fields.ts";
import { long, corrected, required, right, stripped, wrong, type FieldRules } from "./typed.ts";

const lettersOnly = "Name can only contain letters, spaces, and dots";
const beneficiaryName = text("beneficiary_name", "Beneficiary name", {
  required: "Beneficiary name is required",
  min: [2, "Name must be at least 2 characters"],
  max: [100, "Name must not exceed 100 characters"],
});

const payout: readonly FieldRules[] = [
  {
    ...beneficiaryName,
    cases: [
      ...beneficiaryName.cases,
      wrong("Asha 2", lettersOnly),
      wrong("Asha-Rao", lettersOnly),
      wrong("<b>Asha", lettersOnly),
      right("Dr. A. P. Rao"),
    ],
  },
  required("Email is required", {
    name: "beneficiary_email",
    label: "Email",
    cases: [
      wrong("nonsense", "Invalid email address"),
      wrong("asha@example", "Invalid email address"),
      wrong("asha rao@example.com", "Invalid email address"),
      wrong(`${long(60)}@${long(36)}.com`, "Email must not exceed 100 characters"),
      right(`${long(60)}@${long(35)}.com`),
    ],
  }),
  required("Phone number is required", {
    name: "beneficiary_phone",
    label: "Phone number",
    cases: [
      wrong("12345", "Phone number must be 10 digits"),
      corrected("98765432101", "9876543210", "Phone number must be 10 digits"),
      {
        ...corrected("+91 98765 43210", "9876543210", "Phone number must be 10 digits"),
        pasted: true,
      },
      stripped("nonsense", "", "Phone number is required", "Phone number must be 10 digits"),
      right("1234567890"),
    ],
  }),
  text("beneficiary_address", "Address", {
    required: "Address is required",
    max: [200, "Address must not exceed 200 characters"],
  }),
  amount({
    below: ["0.99", "Amount must be greater than ₹1"],
    above: ["500000.01", "Amount cannot exceed ₹5,00,000"],
    least: "1",
    most: "500000",
  }),
  {
    name: "purpose",
    cases: [],
    sent: ["rent", "", null, 7].map((value) => [value, "Choose a purpose from the list"] as const),
  },
  remarks,
];

export const impsPayout: readonly FieldRules[] = [
  accountNumber,
  ifsc("Please enter a valid IFSC code"),
  ...payout,
  { name: "upi_id", cases: [], sent: [["asha@upi", "An IMPS payout takes no UPI ID"]] },
];

const invalidUpi = "Please enter a valid UPI ID, like name@bank";
export const upiPayout: readonly FieldRules[] = [
  required("UPI ID is required", {
    name: "upi_id",
    label: "UPI ID",
    cases: [
      wrong("nonsense", invalidUpi),
      wrong("asha@", invalidUpi),
      wrong("asha rao@upi", invalidUpi),
      wrong("asha@upi@upi", invalidUpi),
      wrong(`${long(97)}@upi`, "UPI ID must not exceed 100 characters"),
      right(`${long(96)}@upi`),
      right("9876543210@kotak811"),
    ],
  }),
  {
    name: "account_number",
    cases: [],
    sent: [["123456789", "A UPI payout takes no account number"]],
  },
  { name: "ifsc_code", cases: [], sent: [["HDFC0000001", "A UPI payout takes no IFSC code"]] },
];

export const payoutMethod: FieldRules = {
  name: "method",
  cases: [],
  sent: [undefined, "", "neft", 7].map((value) => [value, "Choose UPI or IMPS"] as const),
};
