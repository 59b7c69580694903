// A UTR in its payment system's usual format gets no warning; any other gets the reason.
import { expect, test } from "vitest";
import { utrWarning } from "./utr-warnings.ts";

const hdfc = { ifsc_code: "HDFC0000060", bank_name: "HDFC Bank" };
const warning = (utr_reference: string, rupees = 2_50_000, account = hdfc) =>
  utrWarning({ utr_reference, amount_paise: BigInt(rupees) * 100n, ...account });

test.for([
  ["IMPS, UPI", "523223155921"],
  ["NEFT", "HDFCN00000000001"],
  ["NEFT with a letter in front", "N351200478962883"],
  ["RTGS", "HDFCR52026110100000002"],
])("accepts %s: %s", ([, utr = ""]) => {
  expect(warning(utr)).toBeUndefined();
});

test.for([
  ["52322315592A", "12 characters mean IMPS or UPI, whose references have only digits"],
  [
    "HDFCN0000000001",
    "A UTR has 12 digits (IMPS, UPI), 16 characters (NEFT) or 22 (RTGS); this one has 15",
  ],
  ["1234567890123456", "16 characters mean NEFT, but this UTR does not have the NEFT format"],
  ["HDFCN52026110100000002", "22 characters mean RTGS, but this UTR does not have the RTGS format"],
  [
    "SBINR52026110100000002",
    "The UTR begins with SBIN (State Bank of India), but the account is with HDFC Bank (HDFC)",
  ],
  ["ZZZZN00000000001", "The UTR begins with ZZZZ, but the account is with HDFC Bank (HDFC)"],
])("warns of %s: %s", ([utr = "", why]) => {
  expect(warning(utr)).toBe(why);
});

test("warns of an amount that the payment system does not carry [16.5]", () => {
  expect(warning("523223155921", 5_00_000)).toBeUndefined();
  expect(warning("523223155921", 5_00_001)).toBe(
    "12 digits mean IMPS or UPI, which transfer at most ₹5,00,000",
  );
  expect(warning("HDFCR52026110100000002", 2_00_000)).toBeUndefined();
  expect(warning("HDFCR52026110100000002", 1_99_999)).toBe(
    "22 characters mean RTGS, which starts at ₹2,00,000",
  );
});
