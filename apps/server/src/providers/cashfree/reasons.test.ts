import { expect, test } from "vitest";
import { refusalKindOf } from "./reasons.ts";

test.for([
  ["beneficiary_details.beneficiary_instrument_details.bank_ifsc_invalid", "order"],
  ["beneficiary_account_same_as_source", "order"],
  ["insufficient_balance", "time"],
  ["transfer_mode_invalid", "time"],
  ["something_new", "time"],
] as const)("a refusal for %s is about the %s", ([code, kind]) => {
  expect(refusalKindOf(code)).toBe(kind);
});
