import { amount, remarks } from "./fields.ts";
import { corrected, required, right, wrong, type FieldRules } from "./typed.ts";

export const deposit: readonly FieldRules[] = [
  amount({
    below: ["99.99", "Minimum deposit amount is ₹100"],
    above: ["1000000.01", "Maximum deposit amount is ₹10,00,000"],
    least: "100",
    most: "1000000",
  }),
  required("UTR reference is required", {
    name: "utr_reference",
    label: "UTR reference",
    cases: [
      wrong("12345678901", "UTR reference must be at least 12 characters"),
      wrong("HDFCR520261121000000001", "UTR reference must not exceed 22 characters"),
      corrected(
        "HDFC 5202 6112",
        "HDFC52026112",
        "UTR reference can only contain letters and digits",
      ),
      corrected(" hdfcn5202611 ", "HDFCN5202611"),
      right("123456789012"),
      right("HDFCR52026112100000001"),
    ],
  }),
  remarks,
  {
    name: "bank_account",
    cases: [],
    sent: [
      [undefined, "Please select a bank account"],
      ["", "Please select a bank account"],
      ["nonsense", "Please select a bank account"],
    ],
  },
];
