import { corrected, required, right, stripped, wrong } from "./typed.ts";

const invalidMobile = "Please enter a valid 10-digit mobile number";
export const signInMobile = required("Mobile number is required", {
  name: "mobile",
  label: "Mobile number",
  cases: [
    wrong("12345", invalidMobile),
    wrong("5123456789", invalidMobile),
    wrong("0000000000", invalidMobile),
    corrected("98765432101", "9876543210", invalidMobile),
    { ...corrected("+91 98765 43210", "9876543210", invalidMobile), pasted: true },
    stripped("nonsense", "", "Mobile number is required", invalidMobile),
    right("6000000000"),
    right("9999999999"),
  ],
});

const sixDigits = "OTP must be 6 digits";
export const code = required("OTP is required", {
  name: "otp",
  label: "One-time code (OTP)",
  cases: [
    wrong("12345", sixDigits),
    stripped("12a45", "1245", sixDigits, sixDigits),
    stripped("nonsense", "", "OTP is required", sixDigits),
    corrected("1234567", "123456", sixDigits),
    right("012345"),
  ],
});
