// The guarantee: an amount that a CSV file splits at its commas is never paid in part without a word.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFileWorld } from "../../../test/file-world.ts";
import { recogniseBatchColumns } from "./recognise-batch-columns.ts";
import { read } from "./read-batch-table.ts";

const header = "Name,Account number,IFSC,Amount,Remarks";
const payee = "Ravi,50100011223344,HDFC0000060";

/** What a file with this line says of it. */
function checkLine(line: string, names = header) {
  const { places: columns } = recogniseBatchColumns(names.split(","));
  const { rows } = read({ bytes: Buffer.from(`${names}\n${line}`), columns });
  const [row] = rows ?? [];
  return { amount: row?.fields.amount, problem: row?.problem, notes: row?.notes };
}

describe("more cells than the header make the row wrong", () => {
  test.each([
    ["15,000,", "₹15,000.00"],
    ["15,000,July", "₹15,000.00"],
    ["1,50,000.50,", "₹1,50,000.50"],
    ["₹1,50,000,", "₹1,50,000.00"],
    ["1,000,000,July", "₹10,00,000.00"],
    ['15,000,"July, part 1"', "₹15,000.00"],
  ])("%s", (cells, amount) => {
    expect(checkLine(`${payee},${cells}`).problem).toBe(
      `The amount may be ${amount}. Put it in quotes, or write it without commas.`,
    );
  });
});

describe("no more cells than the header are a warning", () => {
  test.each([
    ["15,000", "₹15,000.00"],
    ["500,101", "₹5,00,101.00"],
  ])("%s", (cells, amount) => {
    const { problem, notes } = checkLine(`${payee},${cells}`);
    expect([problem, notes]).toEqual([
      null,
      [`The amount may be ${amount}, split at its commas. Check.`],
    ]);
  });
});

describe("means what its cells say:", () => {
  test.each([
    ["a quoted amount", '"15,000",101', "15000.00"],
    ["quoted cells", '"15","000"', "15"],
    ["a larger amount", "1500,101", "1500"],
    ["a shorter number", "500,10", "500"],
    ["decimals", "500.00,101", "500.00"],
    ["a remark", "500,July", "500"],
  ])("%s", (_, cells, amount) => {
    expect(checkLine(`${payee},${cells}`)).toEqual({ amount, problem: null, notes: [] });
  });

  test("cells of another delimiter", () => {
    const line = `${payee},15,000`.replaceAll(",", ";");
    expect(checkLine(line, header.replaceAll(",", ";")).notes).toEqual([]);
  });
});

describe("stored", () => {
  let world: Awaited<ReturnType<typeof openFileWorld>>;
  beforeAll(async () => {
    world = await openFileWorld();
  });
  afterAll(() => world.close());

  test("the row stays wrong until its amount is corrected, also when it is restored", async () => {
    const owner = await world.operator({ wallet: "₹1,00,000" });
    const { batch, rows } = await world.readFile(owner, `${header}\n${payee},15,000,`);
    expect(rows[0]?.state).toBe("wrong");
    let { revision } = batch;
    const change = async (what: object) => {
      const changes = [{ number: 2, ...what }];
      const { body } = await owner.post(`/payout-batches/${batch.id}/rows`, { revision, changes });
      revision = body.data.batch.revision;
      const [row] = body.data.rows;
      return [row?.state, row?.problem !== null, row?.warnings.length];
    };
    expect([
      await change({ is_removed: true }),
      await change({ is_removed: false }),
      await change({ fields: { remarks: "" } }),
      await change({ fields: { amount: "15000" } }),
    ]).toEqual([
      ["removed", true, 0],
      ["wrong", true, 0],
      ["wrong", true, 0],
      ["ready", false, 0],
    ]);
  });
});
