// The guarantee: a reference that could be the rail's own raises no doubt, and what raises one
// says why.
import { expect, test } from "vitest";
import { utrDoubt } from "./utr-doubt.ts";

const hdfc = { ifsc_code: "HDFC0000060", bank_name: "HDFC Bank" };
const doubt = (utr_reference: string, rupees = 2_50_000, account = hdfc) =>
  utrDoubt({ utr_reference, amount_paise: BigInt(rupees) * 100n, ...account });

test.for([
  ["IMPS, UPI", "523223155921"],
  ["NEFT", "HDFCN00000000001"],
  ["NEFT with a letter in front", "N351200478962883"],
  ["RTGS", "HDFCR52026110100000002"],
])("%s: %s", ([, utr = ""]) => {
  expect(doubt(utr)).toBeUndefined();
});

test.for([
  ["52322315592A", "12 characters are IMPS or UPI, whose references have only digits"],
  [
    "HDFCN0000000001",
    "A UTR has 12 digits (IMPS, UPI), 16 characters (NEFT) or 22 (RTGS); this one has 15",
  ],
  ["1234567890123456", "16 characters are NEFT, but this one is not built as their references are"],
  [
    "HDFCN52026110100000002",
    "22 characters are RTGS, but this one is not built as their references are",
  ],
  [
    "SBINR52026110100000002",
    "The UTR begins with SBIN (State Bank of India), but the account is with HDFC Bank (HDFC)",
  ],
  ["ZZZZN00000000001", "The UTR begins with ZZZZ, but the account is with HDFC Bank (HDFC)"],
])("%s: %s", ([utr = "", why]) => {
  expect(doubt(utr)).toBe(why);
});

test("a rail has its amounts", () => {
  expect(doubt("523223155921", 5_00_000)).toBeUndefined();
  expect(doubt("523223155921", 5_00_001)).toBe(
    "12 digits are IMPS or UPI, which carry at most ₹5,00,000",
  );
  expect(doubt("HDFCR52026110100000002", 2_00_000)).toBeUndefined();
  expect(doubt("HDFCR52026110100000002", 1_99_999)).toBe(
    "22 characters are RTGS, which begins at ₹2,00,000",
  );
});
