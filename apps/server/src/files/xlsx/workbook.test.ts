// The guarantee: what is written into a workbook is what a reader finds in it, exact to the paisa,
// and no text of a tenant's becomes a formula.
import { setTimeout } from "node:timers/promises";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { readSheet } from "../../../test/read-sheet.ts";
import type { Column, Row } from "../report-table.ts";
import { workbook } from "./workbook.ts";

const columns: readonly Column[] = [
  { title: "Tenant", kind: "text", width: 20 },
  { title: "Day", kind: "day", width: 12 },
  { title: "At", kind: "instant", width: 20 },
  { title: "Payouts", kind: "count", width: 10 },
  { title: "Volume", kind: "paise", width: 20 },
];

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

async function writeWorkbook(rows: AsyncIterable<Row>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const about = [["Report", "Sums & <signs>"]] as const;
  for await (const part of workbook({ sheetName: "Report", columns, rows, about })) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const nasty = [
  "=HYPERLINK(1)",
  '+1 "quoted" & <b>',
  "-2",
  "@sum",
  "_x0041_ stays",
  "line\nbreak",
  "शर्मा ट्रेडर्स 🙏",
  "bell\u0007 gone",
];

test("writes amounts, counts, days and instants as exact numbers", async () => {
  const values = ["Sharma", "2026-11-21", new Date("2026-11-21T18:30:01Z"), 12n] as const;
  const amounts = [0n, 1n, -1n, 150_615n, 9_999_999_999_99n, -1_28_45_632_50n];
  const file = await writeWorkbook(each(amounts.map((paise) => ({ values: [...values, paise] }))));
  const sheet = strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const numbers = [...sheet.matchAll(/<c r="E\d+" s="\d+"><v>([^<]+)<\/v>/g)].map(([, v]) => v);
  expect(numbers).toEqual(["0.00", "0.01", "-0.01", "1506.15", "9999999999.99", "-12845632.50"]);
  // 21 November 2026 is day 46347 in Excel; 18:30 UTC is already the 22nd in India.
  expect(sheet).toContain('<c r="B2" s="7"><v>46347</v></c>');
  expect(sheet).toMatch(/<c r="C2" s="9"><v>46348\.0000115\d*<\/v>/);
  expect(sheet).toContain("<v>12</v>");
  const [head, first] = readSheet(file);
  expect(head).toEqual(["Tenant", "Day", "At", "Payouts", "Volume"]);
  expect(first?.slice(3)).toEqual(["12", "0"]);
});

test("freezes and filters the header, and writes totals bold", async () => {
  const file = await writeWorkbook(
    each([{ values: ["All", null, null, null, 5n], isTotal: true }]),
  );
  const sheet = strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft"');
  expect(sheet).toContain('<autoFilter ref="A1:E2"/>');
  expect(sheet).toContain('<col min="1" max="1" width="20" style="10" customWidth="1"/>');
  expect(sheet).toContain('<c r="E2" s="4"><v>0.05</v></c>');
});

test("writes every text as text, whatever its characters [29.7]", async () => {
  const rows = nasty.map((name) => ({ values: [name, null, null, null, null] }));
  const file = await writeWorkbook(each(rows));
  const files = unzipSync(file);
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).not.toContain("<f>");
  // Excel reads _x005F_ as an underscore, which restores the text.
  expect(sheet).toContain("_x005F_x0041_ stays");
  const texts = [...sheet.matchAll(/<c r="A(\d+)"[^>]*><is><t[^>]*>([^<]*)<\/t>/g)]
    .slice(1)
    .map(([, , text = ""]) =>
      text
        .replaceAll("_x005F_", "_")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&amp;", "&"),
    );
  expect(texts).toEqual(nasty.map((text) => text.replace("\u0007", "")));
  expect(strFromU8(files["xl/styles.xml"] ?? new Uint8Array())).toContain('quotePrefix="1"');
  expect(strFromU8(files["xl/worksheets/sheet2.xml"] ?? new Uint8Array())).toContain(
    "Sums &amp; &lt;signs&gt;",
  );
});

test("rows are read no faster than the file is consumed, and the query ends with the download", async () => {
  let readCount = 0;
  let isClosed = false;
  async function* many(): AsyncGenerator<Row> {
    try {
      for (; readCount < 200_000; readCount += 1) {
        yield { values: [`Tenant ${readCount}`, null, null, null, BigInt(readCount)] };
      }
    } finally {
      isClosed = true;
    }
  }
  const file = workbook({ sheetName: "Report", columns, rows: many(), about: [] });
  for (let part = 0; part < 20; part += 1) await file.next();
  // The pipeline fills its buffers and then waits for the reader.
  let before: number;
  do {
    before = readCount;
    await setTimeout(200);
  } while (readCount > before || readCount === 0);
  expect(readCount).toBeLessThan(100_000);
  await file.return(undefined);
  await expect.poll(() => isClosed).toBe(true);
});

test("a row too many for Excel is refused, and a failing row breaks the file off", async () => {
  async function* tooMany(): AsyncGenerator<Row> {
    for (let count = 0; count < 1_048_576; count += 1) yield { values: [] };
  }
  await expect(writeWorkbook(tooMany())).rejects.toMatchObject({ code: "REPORT_TOO_LARGE" });
  async function* broken(): AsyncGenerator<Row> {
    yield { values: ["first"] };
    throw new Error("The database went away");
  }
  await expect(writeWorkbook(broken())).rejects.toThrow("The database went away");
});
