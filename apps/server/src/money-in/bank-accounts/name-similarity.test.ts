// Spellings of one name are similar, and different names are not.
import { expect, test } from "vitest";
import { isSimilarName, isSimilarBankName } from "./name-similarity.ts";

test.for([
  ["Sharma Traders", "M/s SHARMA TRADERS Pvt. Ltd."],
  ["R Gupta", "Ramesh Gupta"],
  ["Gupta Ramesh Kumar", "Ramesh Gupta"],
  ["Lakshmi Stores", "Laxmi Stores"],
  ["Agarwal Sweets", "Aggarwal Sweets"],
  ["शर्मा ट्रेडर्स", "शर्मा ट्रेडर्स"],
  ["Kirana Shop", "Kirana Shop"],
] as const)("%s is similar to %s [16.21]", ([one, other]) => {
  expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([true, true]);
});

test.for([
  ["Sharma Traders", "Verma Stores"],
  ["M/s Pvt Ltd", "Verma Pvt Ltd"],
  ["R", "Ramesh"],
  ["Ram", "Raj"],
  ["Kaveri Textiles", "Suresh Patel"],
] as const)("%s is not similar to %s [16.21]", ([one, other]) => {
  expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([false, false]);
});

test.for([
  ["HDFC Bank", "HDFC Bank", "HDFC", true],
  ["hdfc", "HDFC Bank", "HDFC", true],
  ["SBI", "State Bank of India", "SBIN", true],
  ["State Bank", "State Bank of India", "SBIN", true],
  ["PNB", "Punjab National Bank", "PUNB", true],
  ["ICICI Bank", "HDFC Bank", "HDFC", false],
  ["Axis", "State Bank of India", "SBIN", false],
] as const)("compares the bank name %s with %s: %#", ([entered, name, code, isSimilar]) => {
  expect(isSimilarBankName(entered, name, code)).toBe(isSimilar);
});
