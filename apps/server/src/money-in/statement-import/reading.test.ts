// The parsers reverse what a bank or a spreadsheet did to a cell if no digit is lost, and never guess
// lost digits.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countExpressionSteps } from "../../../test/count-expression-steps.ts";
import { compareSender } from "./compare-sender.ts";
import { tidyCell } from "../../files/tables/parsed-table.ts";
import { readAmount } from "../../files/tables/read-amount.ts";
import { dayOrderOf, readDate } from "../../files/tables/read-date.ts";
import { readLines } from "./read-lines.ts";
import { couldHaveBeen, readReference, utrsIn } from "./read-reference.ts";

describe("an amount", () => {
  test.for([
    ["1,00,000.00", 100_000_00n, undefined],
    ["100000", 100_000_00n, undefined],
    ["1,000,000.5", 1_000_000_50n, undefined],
    ["₹500", 500_00n, undefined],
    ["₹ 1,500.25", 1500_25n, undefined],
    ["Rs. 500/-", 500_00n, undefined],
    ["INR 500.00", 500_00n, undefined],
    ["500 Cr", 500_00n, "credit"],
    ["500.00CR.", 500_00n, "credit"],
    ["Dr 500", 500_00n, "debit"],
    ["(500.00)", 500_00n, "debit"],
    ["-500", 500_00n, "debit"],
    ["500-", 500_00n, "debit"],
    ["+500", 500_00n, "credit"],
    ["'500", 500_00n, undefined],
    ['="500.10"', 500_10n, undefined],
    [".50", 50n, undefined],
    ["500.1000", 500_10n, undefined],
  ] as const)("%s is %d paise", ([text, paise, direction]) => {
    expect(readAmount(text)).toEqual({ paise, direction });
  });

  test.for([
    "",
    "-",
    ".",
    "abc",
    "1.500,00",
    "1,50",
    "1,5000",
    "500.005",
    "1.2E+05",
    "=A1+1",
    "5 0 0 x",
    "-500 Cr",
    "99999999999999",
  ])("%s is not an amount", (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  test("has one value in Indian, international and plain grouping", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), (paise) => {
        const whole = paise / 100n;
        const end = `.${String(paise % 100n).padStart(2, "0")}`;
        for (const text of [
          `${whole}`,
          whole.toLocaleString("en-IN"),
          whole.toLocaleString("en-US"),
        ]) {
          expect(readAmount(`₹${text}${end}`)?.paise).toBe(paise);
        }
      }),
    );
  });
});

describe("a date", () => {
  test.for([
    ["21/11/2026", "2026-11-21"],
    ["21-11-26", "2026-11-21"],
    ["1.2.2026", "2026-02-01"],
    ["21-Nov-26", "2026-11-21"],
    ["21 November 2026", "2026-11-21"],
    ["21NOV2026", "2026-11-21"],
    ["Nov 21, 2026", "2026-11-21"],
    ["2026-11-21", "2026-11-21"],
    ["2026-11-21T14:05:09Z", "2026-11-21"],
    ["21/11/2026 14:05:09", "2026-11-21"],
    ["46347", "2026-11-21"],
    ["46347.58", "2026-11-21"],
  ] as const)("%s is %s", ([text, day]) => {
    expect(readDate(text)).toBe(day);
  });

  test.for(["31/02/2026", "21/13/2026", "2026", "soon", "21/11/1926", "99999", ""])(
    "%s is not a date",
    (text) => {
      expect(readDate(text)).toBeUndefined();
    },
  );

  test("has the month first only in a file that proves it", () => {
    expect(dayOrderOf(["05/06/2026", "21/06/2026"])).toBe("day_first");
    expect(dayOrderOf(["05/06/2026"])).toBe("day_first");
    expect(dayOrderOf(["05/06/2026", "06/21/2026"])).toBe("month_first");
    expect(readDate("06/21/2026", "month_first")).toBe("2026-06-21");
  });
});

describe("a reference", () => {
  test.for([
    ["HDFCN52026112100001", "HDFCN52026112100001"],
    ["hdfcn520 2611-2100001", "HDFCN52026112100001"],
    ["'012345678901", "012345678901"],
    ['="012345678901"', "012345678901"],
    ["412345678901.0", "412345678901"],
    ["4.12345678901E+11", "412345678901"],
  ] as const)("%s is %s", ([text, utr]) => {
    expect(readReference(text).utrs).toContain(utr);
    expect(readReference(text).mangled).toBeUndefined();
  });

  test.for([
    ["12345678901", "012345678901"],
    ["345678901", "000345678901"],
  ] as const)("%s has lost its leading zeros: %s", ([text, utr]) => {
    expect(readReference(text)).toEqual({ utrs: [utr], repair: "leading zeros restored" });
  });

  test.for(["", "0", "000000000000", "NEFT", "12345678", "SHARMATRADERS"])(
    "%s is not a UTR",
    (text) => {
      expect(readReference(text).utrs).toEqual([]);
    },
  );

  test("that a spreadsheet cut is not a UTR, and its remaining digits are returned [17.3]", () => {
    expect(readReference("4.21E+11")).toEqual({ utrs: [], mangled: { digits: "421", length: 12 } });
    const long = readReference("1.23456789012346E+15");
    expect(long).toEqual({ utrs: [], mangled: { digits: "123456789012346", length: 16 } });
    expect(readReference("1234567890123450").mangled?.digits).toBe("123456789012345");
  });

  test("of 12 digits survives a spreadsheet's number formats, or is marked as mangled [17.3]", () => {
    const reference = fc.bigInt({ min: 10n ** 8n, max: 10n ** 12n - 1n });
    fc.assert(
      fc.property(reference, fc.integer({ min: 1, max: 11 }), (number, shown) => {
        const utr = String(number).padStart(12, "0");
        expect(readReference(String(number)).utrs).toEqual([utr]);
        const cut = Number(number).toExponential(shown).replace("e+", "E+");
        const { utrs, mangled } = readReference(cut);
        // Either the result is exact, or it is marked as mangled.
        if (utrs.length > 0) expect(BigInt(utrs[0] ?? 0)).toBe(number);
        else if (mangled) expect(couldHaveBeen(utr, mangled)).toBe(true);
      }),
    );
  });

  test("is found in a narration", () => {
    expect(utrsIn("NEFT-HDFCN12345678901234-SHARMA TRADERS-0001")).toEqual(["HDFCN12345678901234"]);
    expect(utrsIn("IMPS/412345678901/SHARMA/HDFC/XX4321")).toEqual(["412345678901"]);
    expect(utrsIn("UPI/DR/412345678901/RAVI@okhdfc")).toEqual(["412345678901"]);
    expect(utrsIn("SHARMATRADERSLTD PAYMENTSERVICES")).toEqual([]);
    expect(utrsIn("MMT/IMPS/0000412345678901/SHARMA")).toEqual(["0000412345678901"]);
  });

  test("is no account number of a narration", () => {
    expect(utrsIn("NEFT SHARMA TRADERS A/C 412345678901")).toEqual([]);
    expect(utrsIn("BY TRF FROM ACCOUNT NO. 002601504321")).toEqual([]);
    expect(utrsIn("INB 50200012345678 SHARMA TRADERS")).toEqual([]);
  });
});

describe("a sender", () => {
  const holder = {
    name: "Sharma Traders Private Limited",
    accountNumber: "002601504321",
    bankName: "ICICI Bank",
  };
  const of = (narration: string, sender: string | null = null) =>
    compareSender({ narration, sender }, holder);

  test.for([
    "NEFT-ICICN12345678901234-SHARMA TRADERS",
    "NEFT-ICICN12345678901234-SHARMATRADERS PVT",
    "NEFT CR-ICIC0000026-SHARMA TRADERS PVT LTD-ICICN12345678901234",
    "IMPS/412345678901/SHARM TRAD/ICIC",
    "IMPS/412345678901/XX4321/PAYMENT",
  ])("%s agrees", (narration) => {
    expect(of(narration)).toBe("agrees");
  });

  test.for(["NEFT-ICICN12345678901234-VERMA TRADERS", "UPI/412345678901/RAVI KUMAR/OKHDFC"])(
    "%s differs",
    (narration) => {
      expect(of(narration)).toBe("differs");
    },
  );

  test.for([
    ["DEMO", "Demo Traders"],
    ["NEFT DEMO CR", "Demo Traders Private Limited"],
    ["IMPS/412345678901/RAVI/HDFC", "Ravi Kumar"],
    ["UPI TRADERS", "Demo Traders"],
    ["IMPS OM", "Om"],
  ])("%s is no agreement with %s", ([narration = "", name = ""]) => {
    const demo = { name, accountNumber: "002601504321", bankName: "ICICI Bank" };
    expect(compareSender({ narration, sender: null }, demo)).not.toBe("agrees");
  });

  test.for([
    ["NEFT DEMO TRADERS", "Demo Traders"],
    ["NEFT DEMOTRADERS", "Demo Traders"],
    ["NEFT DEMO TRAD", "Demo Traders"],
    ["NEFT INFOSYS", "Infosys Limited"],
    ["NEFT VENKATESWARA", "Venkateswara Stores"],
  ])("%s agrees with %s", ([narration = "", name = ""]) => {
    const demo = { name, accountNumber: "002601504321", bankName: "ICICI Bank" };
    expect(compareSender({ narration, sender: null }, demo)).toBe("agrees");
  });

  test.for(["", "NEFT-ICICN12345678901234", "BY TRANSFER NEFT ICICI BANK", "IMPS 412345678901 CR"])(
    "%s is silent",
    (narration) => {
      expect(of(narration)).toBe("silent");
    },
  );

  test("in its own column takes precedence over the narration", () => {
    expect(of("NEFT-ICICN12345678901234-SHARMA TRADERS", "VERMA STORES")).toBe("differs");
    expect(of("whatever it says", "SHARMA TRADERS")).toBe("agrees");
  });
});

describe("reading a hostile cell", () => {
  const columns = { date: 0, amount: 1, narration: 2 };
  const rowsOf = (cell: string) => [{ line: 1, cells: ["21/11/2026", cell, cell] }];

  test("takes work that grows with the cell and not with its square", async () => {
    for (const piece of [" ", "\u2028", "\t ", "(", "1,", "A/C NO ", "X", "CR ", "₹ "]) {
      const workOn = (chars: number) => {
        const cell = `1${piece.repeat(chars / piece.length)}1`;
        return countExpressionSteps(() => readLines(rowsOf(cell), columns));
      };
      expect(await workOn(40_000)).toBeLessThan(2.2 * (await workOn(20_000)));
    }
  });

  test("looks at no more than an amount's characters for an amount", async () => {
    const workOn = (chars: number) =>
      countExpressionSteps(() => readAmount(`1${" ".repeat(chars)}1`));
    expect(await workOn(40_000)).toBe(await workOn(20_000));
  });
});

test.each(["\u2028", "\u2029", "\u0085", "\u00A0", "\u200B", "\u202E"])(
  "a cell has plain spaces instead of %j",
  (space) => {
    expect(tidyCell(`${space}NEFT${space}${space}SHARMA${space}`)).toBe("NEFT SHARMA");
  },
);

test("a cell that is cut within an emoji keeps no half of it, which PostgreSQL can't store", () => {
  const text = "a".repeat(499);
  expect(tidyCell(`${text}😀`)).toBe(text);
});
