// The guarantee: what people download, open in LibreOffice and upload again is read as the same.
// Run it: npm run test:spreadsheets
import { exportBeneficiaries } from "@rokad/contract/beneficiary-export";
import { importBeneficiaries, previewBeneficiaryImport } from "@rokad/contract/beneficiary-import";
import type { Call } from "@rokad/contract/call";
import { downloadBatchFile, downloadBatchTemplate } from "@rokad/contract/batch-files";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileWorld } from "../../test/file-world.ts";
import { readSheet } from "../../test/read-sheet.ts";
import { resave } from "../../test/resave.ts";
import type { SignedIn } from "../../test/signed-in.ts";

let world: Awaited<ReturnType<typeof openFileWorld>>;
let owner: SignedIn;
beforeAll(async () => {
  world = await openFileWorld();
  owner = await world.operator({ wallet: "₹50,000" });
});
afterAll(() => world.close());

async function download(call: Call, id = "", by = owner): Promise<Buffer> {
  const path = call.path.replace("{id}", id);
  const { rawPayload, statusCode } = await world.app.inject({
    method: "GET",
    url: `/api/v1${path}?format=xlsx`,
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}

/** Numbers may lose their last zeros; texts may change in nothing. */
const cellsOf = (workbook: Buffer) =>
  readSheet(workbook).map((cells) =>
    cells.map((cell) => (/^\d+\.\d+$/.test(cell) ? String(Number(cell)) : cell)),
  );

const payouts = [
  "Name,Account number,IFSC,Amount,Remarks",
  "Asha Rao,007004001001,HDFC0000001,2100,=1+1",
  "Ravi Kumar,123456789012345678,HDFC0000001,796.5,1-2",
  "Meera Iyer,000000012345,HDFC0000001,100000,3/11",
].join("\n");

test("a draft's corrected file has the same rows", async () => {
  const { batch, rows } = await world.readFile(owner, payouts);
  const ours = await download(downloadBatchFile, batch.id);
  const theirs = await resave(ours);
  expect(cellsOf(theirs)).toEqual(cellsOf(ours));
  const again = await world.readFile(owner, theirs);
  const contentOf = (list: typeof rows) =>
    list.map(({ fields, amount }) => [fields.account_number, fields.remarks, amount?.amount]);
  expect(contentOf(again.rows)).toEqual(contentOf(rows));
});

test("the results keep every account number, reference and UTR", async () => {
  const { batch } = await world.readFile(owner, payouts.replace("100000", "10"));
  expect((await world.run(owner, batch)).status).toBe(200);
  await world.workBatches();
  const ours = await download(downloadBatchFile, batch.id);
  expect(cellsOf(await resave(ours))).toEqual(cellsOf(ours));
});

test("the template keeps its columns", async () => {
  const ours = await download(downloadBatchTemplate);
  expect(cellsOf(await resave(ours))).toEqual(cellsOf(ours));
});

test("exported beneficiaries are imported by another business", async () => {
  await world.savePayees(
    owner,
    "Name,Account number,IFSC,Kind\nAsha Rao,007004001002,HDFC0000001,Employee",
  );
  const ours = await download(exportBeneficiaries);
  const theirs = await resave(ours);
  const other = await world.operator();
  const file = { file_name: "payees.xlsx", content: theirs.toString("base64") };
  const { columns } = (await other.ask(previewBeneficiaryImport, { body: file })).data;
  await other.ask(importBeneficiaries, { body: { ...file, columns } });
  expect(cellsOf(await download(exportBeneficiaries, "", other))).toEqual(cellsOf(ours));
});
