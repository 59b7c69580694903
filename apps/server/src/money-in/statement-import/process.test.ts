// The guarantee: reading a statement file never occupies the server's thread, whatever is in it.
import { expect, test } from "vitest";
import { countExpressionSteps } from "../../../test/count-expression-steps.ts";
import { readTable } from "./read-table.ts";

const columns = { date: 0, narration: 1, amount: 2, direction: 3 };

function fileOf(lines: number): Buffer {
  const line = `21/11/2026,NEFT-HDFCN12345678901234-SHARMA A/C NO 000123456789,500.00,CR\n`;
  return Buffer.from(`Account No: 000000000042\nDate,Narration,Amount,Type\n${line.repeat(lines)}`);
}

test("reads the lines in another process: no expression of the server sees the file", async () => {
  let table: Awaited<ReturnType<typeof readTable>> | undefined;
  const steps = await countExpressionSteps(async () => {
    table = await readTable("boss", { bytes: fileOf(2_000), columns });
  });
  expect(steps).toBeLessThan(1_000);
  expect(table?.lines).toHaveLength(2_000);
  expect(table?.lines[0]).toMatchObject({ kind: "credit", paise: 500_00n });
  expect(table?.accountNumbers).toEqual(["000000000042"]);
});
