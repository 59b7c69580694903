import { describe, expect, test } from "vitest";
import { matchOf, scoreNames } from "./score-names.ts";

const bandOf = (typed: string, atBank: string) => matchOf(scoreNames(typed, atBank));

describe("A typed name and the bank's", () => {
  test.each([
    ["Sharma Traders", "SHARMA TRADERS"],
    ["Sharma Traders", "M/S SHARMA TRADERS PVT. LTD."],
    ["Sharma Traders Private Limited", "M/s. Sharma Traders Pvt Ltd"],
    ["Ramesh Gupta", "Mr RAMESH  GUPTA"],
    ["Ramesh Gupta", "Shri. Ramesh Gupta"],
    ["Asha Devi", "SMT ASHA DEVI"],
    ["Gupta Ramesh", "Ramesh Gupta"],
    ["R Gupta", "Ramesh Gupta"],
    ["Ram Kumar", "RAMKUMAR"],
    ["Mohd Arif Khan", "MOHAMMAD ARIF KHAN"],
    ["Sunil Chaudhari", "SUNIL CHOUDHARY"],
    ["Lakshmi Narayan", "LAXMI NARAYAN"],
    ["José Fernandes", "JOSE FERNANDES"],
    ["Shree Balaji Enterprises", "SHREE BALAJI ENTERPRI"],
    ["The Company", "the company"],
    ["Constructor ToString", "CONSTRUCTOR TOSTRING"],
  ])("%s and %s match [36.2]", (typed, atBank) => expect(bandOf(typed, atBank)).toBe("match"));

  test.each([
    ["Ramesh Gupta", "RAMESH KUMAR GUPTA"],
    ["Gupta", "Ramesh Gupta"],
    ["M S Dhoni", "Mahendra Singh Dhoni Ranchi"],
    ["Sharma Traders", "Sharma Traders And Sons Jaipur"],
  ])("%s and %s match partly [36.2]", (typed, atBank) =>
    expect(bandOf(typed, atBank)).toBe("partial"),
  );

  test.each([
    ["Ramesh Gupta", "Suresh Gupta"],
    ["Ramesh Kumar", "Sunita Devi"],
    ["Sharma Traders", "Sharma Textiles"],
    ["Sharma Traders Pvt Ltd", "Verma Steel Pvt Ltd"],
    ["R K", "Rajesh Khanna"],
    ["Mr Anil", "Mr Sunil Rao"],
  ])("%s and %s differ [36.2]", (typed, atBank) => expect(bandOf(typed, atBank)).toBe("different"));

  test.each([
    ["Ramesh Gupta", "रमेश गुप्ता"],
    ["Ramesh Gupta", ""],
    ["...", "Ramesh Gupta"],
  ])("%s and %s can't be compared [36.2]", (typed, atBank) =>
    expect(bandOf(typed, atBank)).toBe("unknown"),
  );

  test("the score is symmetric and stays within 0 and 100", () => {
    const names = ["Ramesh K Gupta", "R K Gupta", "Gupta Traders LLP", "A B C", "Mohd. Arif", "x"];
    for (const one of names) {
      for (const other of names) {
        const score = scoreNames(one, other);
        expect(score).toBe(scoreNames(other, one));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }
      expect(scoreNames(one, one)).toBe(100);
    }
  });

  test("the bands begin at 85 and 60", () => {
    expect([100, 85, 84, 60, 59, 0].map(matchOf)).toEqual([
      "match",
      "match",
      "partial",
      "partial",
      "different",
      "different",
    ]);
  });
});
