// The guarantee: ways of writing one name are alike, and two names are not.
import { expect, test } from "vitest";
import { alike, alikeBanks } from "./likeness.ts";

test.for([
  ["Sharma Traders", "M/s SHARMA TRADERS Pvt. Ltd."],
  ["R Gupta", "Ramesh Gupta"],
  ["Gupta Ramesh Kumar", "Ramesh Gupta"],
  ["Lakshmi Stores", "Laxmi Stores"],
  ["Agarwal Sweets", "Aggarwal Sweets"],
  ["शर्मा ट्रेडर्स", "शर्मा ट्रेडर्स"],
  ["Kirana Shop", "Kirana Shop"],
] as const)("%s is like %s", ([one, other]) => {
  expect([alike(one, other), alike(other, one)]).toEqual([true, true]);
});

test.for([
  ["Sharma Traders", "Verma Stores"],
  ["M/s Pvt Ltd", "Verma Pvt Ltd"],
  ["R", "Ramesh"],
  ["Ram", "Raj"],
  ["Kaveri Textiles", "Suresh Patel"],
] as const)("%s is not like %s", ([one, other]) => {
  expect([alike(one, other), alike(other, one)]).toEqual([false, false]);
});

test.for([
  ["HDFC Bank", "HDFC Bank", "HDFC", true],
  ["hdfc", "HDFC Bank", "HDFC", true],
  ["SBI", "State Bank of India", "SBIN", true],
  ["State Bank", "State Bank of India", "SBIN", true],
  ["PNB", "Punjab National Bank", "PUNB", true],
  ["ICICI Bank", "HDFC Bank", "HDFC", false],
  ["Axis", "State Bank of India", "SBIN", false],
] as const)("%s for %s: %#", ([typed, name, code, like]) => {
  expect(alikeBanks(typed, name, code)).toBe(like);
});
