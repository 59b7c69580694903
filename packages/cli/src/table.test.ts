import { expect, test } from "vitest";
import { printable, tableOf } from "./table.ts";

test("aligns columns by what people see, numbers to the right", () => {
  const rows = [
    { name: "आशा राव", amount: "₹25.00" },
    { name: "Meera Iyer", amount: "₹1,50,000.00" },
  ];
  const lines = tableOf(
    [
      ["Name", ({ name }) => name],
      ["Amount ", ({ amount }) => amount],
    ],
    rows,
  );
  expect(lines).toEqual([
    "Name              Amount",
    `आशा राव${" ".repeat(10 - [...new Intl.Segmenter().segment("आशा राव")].length)}        ₹25.00`,
    "Meera Iyer  ₹1,50,000.00",
  ]);
});

test("a name moves no cursor and changes no colour", () => {
  expect(printable("Asha\u001B[2K\rRavi\u202E")).toBe("Asha\uFFFD[2K\uFFFDRavi\uFFFD");
});
