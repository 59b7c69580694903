// The guarantee: an exported file has every beneficiary of the filter in full, and another business
// that imports it has the same ones.
import type { Input } from "@rokad/contract/call";
import { listBeneficiaries, createBeneficiary } from "@rokad/contract/beneficiaries";
import { addPayoutDestination } from "@rokad/contract/payout-destinations";
import { importBeneficiaries, previewBeneficiaryImport } from "@rokad/contract/beneficiary-import";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readCsvRows, readSheet } from "../../../test/read-sheet.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator();
});
afterAll(() => world.close());

const asha = {
  name: "Asha Rao",
  short_name: "Asha",
  kind: "employee",
  email: "asha@example.com",
  phone: "9800000001",
  address: "12 MG Road, Pune",
  pan: "ABCPR1234F",
  tags: ["salary", "pune"] as string[],
  note: "Pays on the 1st",
} as const;
const account = {
  method: "imps",
  account_number: "007004001001",
  ifsc_code: "HDFC0000060",
} as const;
const add = async (body: Input<typeof createBeneficiary>["body"]) =>
  (await owner.ask(createBeneficiary, { body })).data.id;
async function download(query: string, by = owner): Promise<Buffer> {
  const { rawPayload } = await world.app.inject({
    method: "GET",
    url: `/api/v1/beneficiaries/export${query}`,
    headers: { authorization: `Bearer ${by.token}` },
  });
  return rawPayload;
}
const cellsOf = async (query: string) =>
  readCsvRows(await download(query)).map(({ cells }) => cells);

test.each(["csv", "xlsx"] as const)(
  "what one business exports as %s, another one imports",
  async (format) => {
    await add({ ...asha, destination: account });
    await add({
      name: "Ravi Kumar",
      kind: "other",
      destination: { method: "upi", upi_id: "ravi@okhdfc" },
    });
    const content = (await download(`?format=${format}`)).toString("base64");
    const other = await world.operator();
    const file = { file_name: `payees.${format}`, content };
    const { columns, checked } = (await other.ask(previewBeneficiaryImport, { body: file })).data;
    expect(checked).toMatchObject({ saved: 2, known: 0, wrong: 0 });
    await other.ask(importBeneficiaries, { body: { ...file, columns } });
    const again = (await download(`?format=${format}`, other)).toString("base64");
    const read = (text: string) => {
      const bytes = Buffer.from(text, "base64");
      return format === "csv" ? readCsvRows(bytes).map(({ cells }) => cells) : readSheet(bytes);
    };
    expect(read(again)).toEqual(read(content));
    expect(read(content)[1]).toEqual([
      "Asha Rao",
      "007004001001",
      "HDFC0000060",
      "",
      "Asha",
      "employee",
      "asha@example.com",
      "9800000001",
      "12 MG Road, Pune",
      "",
      "ABCPR1234F",
      "salary, pune",
      "Pays on the 1st",
    ]);
  },
);

test("has a row for each further account, and only those of the filter", async () => {
  const id = await add({ name: "Asha Rao", kind: "vendor", destination: account });
  const second = { ...account, account_number: "700400200002" };
  await owner.ask(addPayoutDestination, { params: { id }, body: { destination: second } });
  await add({
    name: "Ravi Kumar",
    kind: "other",
    destination: { method: "upi", upi_id: "ravi2@okhdfc" },
  });
  const rows = await cellsOf("?kind=vendor");
  expect(rows.slice(1).map(([name, number]) => [name, number])).toEqual([
    ["Asha Rao", "007004001001"],
    ["Asha Rao", "700400200002"],
  ]);
  expect((await cellsOf("?search=ravi")).slice(1).map(([name]) => name)).toEqual(["Ravi Kumar"]);
  expect(await cellsOf("?status=archived")).toHaveLength(1);
});

test("has all of them over several pages, each once", async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => {
    const letter = (place: number) => "abcdefghijklmnopqrstuvwxyz"[place % 26] ?? "";
    const name = `Payee ${letter(at)}${letter(Math.floor(at / 26))}${letter(Math.floor(at / 676))}`;
    return `${name},${700_500_000_000 + at},HDFC0000060`;
  });
  const content = Buffer.from(["Name,Account number,IFSC", ...lines].join("\n")).toString("base64");
  const columns = { name: 0, account_number: 1, ifsc_code: 2 };
  const body = { file_name: "many.csv", content, columns };
  expect((await owner.ask(importBeneficiaries, { body })).data.saved).toBe(1_200);
  const numbers = (await cellsOf("")).slice(1).map(([, number]) => number);
  expect([numbers.length, new Set(numbers).size]).toEqual([1_200, 1_200]);
  expect((await owner.ask(listBeneficiaries, { query: {} })).data).toHaveLength(25);
});
