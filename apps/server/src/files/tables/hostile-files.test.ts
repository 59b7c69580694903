// The guarantee: a file that was made to break the reader is refused in words, or read, and neither
// takes more memory or time than its process has.
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { rowOf, workbookOf } from "../../../test/workbook-parts.ts";
import { readBatchFile } from "../../payouts/batches/read-batch-file.ts";

const readFile = (order: { bytes: Buffer }) => readBatchFile("a business", order);
const head = rowOf(["Name", "Account number", "IFSC", "Amount"]);
const asha = ["Asha Rao", "50100011223344", "HDFC0000060", "100"];
const ofRows = (...rows: readonly string[]) => workbookOf({ name: "Payments", rows });

describe("a row with the number", () => {
  test.for(["", "0", "-3", "two", "2.5", "1e1", "99999999999"])("“%s” is refused", async (r) => {
    const bytes = ofRows(head, rowOf(asha, `r="${r}"`));
    await expect(readFile({ bytes })).rejects.toThrow(
      `A row of this workbook has the number “${r}”. Save it again and retry.`,
    );
  });

  test("of a row above is refused", async () => {
    const bytes = ofRows(head, rowOf(asha, `r="7"`), rowOf(asha, `r="7"`));
    await expect(readFile({ bytes })).rejects.toThrow("has the number “7”");
  });

  test("of the last row of a spreadsheet is read", async () => {
    const { sample } = await readFile({ bytes: ofRows(head, rowOf(asha, `r="1048576"`)) });
    expect(sample.map(({ line }) => line)).toEqual([1_048_576]);
  });
});

const manyAttributes = (count: number) =>
  `<a ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(" ")}/>`;
const nested = (name: string, depth: number) => `<${name}>`.repeat(depth);

test.for<readonly [what: string, bytes: () => Buffer, sentence: string]>([
  ["attributes", () => ofRows(manyAttributes(1_000_000)), "This workbook is damaged"],
  ["nested elements", () => ofRows(nested("a", 5_000_000)), "This workbook is damaged"],
  ["rows", () => ofRows(head, rowOf(asha).repeat(100_000)), "The file has more than"],
  ["characters in a line", () => Buffer.from("a,".repeat(2_000_000)), "not a readable CSV"],
])("too many %s are refused", async ([, bytes, sentence]) => {
  await expect(readFile({ bytes: bytes() })).rejects.toThrow(sentence);
});

function sheetsOfOnePart(count: number): Buffer {
  const rows = head + rowOf(asha).repeat(2_000);
  const relations = Array.from(
    { length: count },
    (_, at) => `<Relationship Id="a${at}" Target="worksheets/a.xml"/>`,
  );
  const sheets = Array.from({ length: count }, (_, at) => `<sheet name="A" id="a${at}"/>`);
  return Buffer.from(
    zipSync({
      "xl/workbook.xml": strToU8(`<workbook><sheets>${sheets.join("")}</sheets></workbook>`),
      "xl/_rels/workbook.xml.rels": strToU8(`<Relationships>${relations.join("")}</Relationships>`),
      "xl/worksheets/a.xml": strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    }),
  );
}

test("of 20,000 sheets of one part, one is read", async () => {
  expect((await readFile({ bytes: sheetsOfOnePart(20_000) })).rowCount).toBe(2_000);
});

test.for<readonly [what: string, bytes: () => Buffer]>([
  ["a cell of 60 MB", () => ofRows(head, rowOf(asha.with(0, "A".repeat(60_000_000))))],
  ["1,000 columns", () => ofRows(head, rowOf([...asha, ...Array<string>(1_000).fill("x")]))],
  ["200,000 cells at one place", () => ofRows(head, dateCells(200_000))],
  [
    "hidden columns from minus a billion",
    () => withColumns(`<col min="-1000000000" max="5" hidden="1"/>`),
  ],
  [
    "500,000 times hidden columns",
    () => withColumns(`<col min="1" max="60" hidden="1"/>`.repeat(500_000)),
  ],
])("a file with %s is read", async ([, bytes]) => {
  expect((await readFile({ bytes: bytes() })).rowCount).toBe(1);
});

const dateCells = (count: number) =>
  rowOf([...asha, ...Array<string>(count).fill(`<c r="F2"><f>1</f><v>1</v></c>`)]);

const withColumns = (columns: string) =>
  workbookOf({ name: "Payments", columns, rows: [head, rowOf(asha)] });
