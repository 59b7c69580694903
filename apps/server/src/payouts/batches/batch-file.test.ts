// The guarantee: a batch's own files come back unchanged, also after a spreadsheet, and its results
// have every row with amounts in one form.
import { batchFields } from "@rokad/contract/batch-columns";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileWorld } from "../../../test/file-world.ts";
import { readCsvRows, readSheet } from "../../../test/read-sheet.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: Awaited<ReturnType<typeof openFileWorld>>;
let owner: SignedIn;
beforeAll(async () => {
  world = await openFileWorld();
  owner = await world.operator({ wallet: "₹50,000" });
});
afterAll(() => world.close());

async function download(path: string) {
  const { rawPayload, headers } = await world.app.inject({
    method: "GET",
    url: `/api/v1/payout-batches${path}`,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return { bytes: rawPayload, name: String(headers["content-disposition"]) };
}

const cellsOf = (format: string, bytes: Buffer) =>
  format === "csv" ? readCsvRows(bytes).map(({ cells }) => cells) : readSheet(bytes);

const file = (account: string) =>
  [
    "Name,Account number,IFSC,Amount,Remarks",
    `Asha Rao,${account},HDFC0000001,2100,=1+1`,
    `Ramesh Kumar,00${world.newAccountNumber()},HDFC0000001,796.5,May`,
    `Removed Traders,${world.newAccountNumber()},HDFC0000001,5,May`,
  ].join("\n");

test.each(["csv", "xlsx"] as const)(
  "a draft's file as %s is read as the same rows again, without the removed one",
  async (format) => {
    const { batch, rows } = await world.readFile(owner, file("007004001001"));
    await owner.post(`/payout-batches/${batch.id}/rows`, {
      revision: batch.revision,
      changes: [{ number: 4, is_removed: true }],
    });
    const { bytes, name } = await download(`/${batch.id}/file?format=${format}`);
    expect(name).toContain(`payments-corrected.${format}`);
    const again = await world.readFile(owner, bytes);
    const contentOf = (list: typeof rows) =>
      list.map(({ fields, amount, state }) => ({
        payee: [fields.beneficiary_name, fields.account_number, fields.ifsc_code],
        amount: amount?.amount,
        state,
      }));
    expect(rows.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(contentOf(again.rows)).toEqual(contentOf(rows.slice(0, 2)));
    expect(again.rows[0]?.fields.account_number).toBe("007004001001");
  },
);

test.each(["csv", "xlsx"] as const)(
  "the results as %s list every row, amounts in one form, and references as texts",
  async (format) => {
    const { batch } = await world.readFile(owner, file(world.newAccountNumber()));
    const changed = await owner.post(`/payout-batches/${batch.id}/rows`, {
      revision: batch.revision,
      changes: [{ number: 4, is_removed: true }],
    });
    expect(changed.body.data.batch.check).toMatchObject({ ready: 2, wrong: 0 });
    expect((await world.run(owner, changed.body.data.batch)).status).toBe(200);
    await world.workBatches();
    const { bytes, name } = await download(`/${batch.id}/file?format=${format}`);
    expect(name).toContain(`payments-results.${format}`);
    const [header = [], ...results] = cellsOf(format, bytes);
    const columnOf = (title: string) => {
      const at = header.indexOf(title);
      return results.map((cells) => cells[at] ?? "");
    };
    expect(columnOf("Status")).toEqual(["Paid", "Paid", "Removed"]);
    expect(columnOf("Amount").map(Number)).toEqual([2100, 796.5, 5]);
    const stored = await world.rowsOf(owner, batch.id, "paid");
    expect(columnOf("UTR").slice(0, 2)).toEqual(stored.map(({ payout }) => payout?.utr_number));
    expect(columnOf("Account number")[1]).toMatch(/^00\d{9,}$/);
  },
);

test("the templates have the columns of a batch, each recognised", async () => {
  for (const format of ["csv", "xlsx"]) {
    const { bytes } = await download(`/template?format=${format}`);
    const [header = []] = cellsOf(format, bytes);
    const row = header.map((title) => (title === "Amount" ? "5" : "007004001001"));
    const { columns } = await world.previewOf(owner, [header, row].join("\n"));
    expect(Object.keys(columns).toSorted()).toEqual([...batchFields].toSorted());
  }
});
