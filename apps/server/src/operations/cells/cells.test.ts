// The guarantee: one database issues references of one cell, only a deliberate command changes it, and
// every reference from before stays valid.
import { afterEach, beforeEach, expect, test } from "vitest";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database, transaction } from "../../database/db.ts";
import { useCell } from "../../kernel/payout-reference.ts";
import { heartbeatOf } from "../activity/heartbeat.ts";
import { assertCell } from "./assert-cell.ts";

let world: PayoutWorld;
beforeEach(async () => {
  world = await openPayoutWorld();
});
afterEach(async () => {
  useCell("A");
  await world.close();
});

const start = (cell: string) => transaction((db) => assertCell(db, cell));
const setCell = (...options: string[]) => adminCommand(["set-cell", ...options], () => undefined);

test("the first start stores the cell, and a server of another one does not start", async () => {
  await start("B");
  await start("B");
  await expect(start("A")).rejects.toThrow(
    "CELL is A, but this database belongs to cell B. Set CELL=B on every server. To move this database to cell A, stop all servers and run: npm run admin -- set-cell --to A",
  );
});

test("of two first starts with different cells, one fails", async () => {
  const starts = await Promise.allSettled(["A", "B"].map(start));
  expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("set-cell needs a letter, and that no server runs", async () => {
  await start("A");
  await expect(setCell("--to", "b")).rejects.toThrow("--to: must be one capital letter, A to Z");
  await expect(setCell()).rejects.toThrow("--to: must be one capital letter, A to Z");
  const heart = heartbeatOf({ role: "all", polledAt: () => undefined });
  await heart.beat();
  await expect(setCell("--to", "B")).rejects.toThrow(
    "still runs on this database. Stop all servers first",
  );
  await start("A");
  await heart.end();
  await setCell("--to", "B");
  await start("B");
  await expect(start("A")).rejects.toThrow("this database belongs to cell B");
  const changes = database()
    .selectFrom("audit_log")
    .select(["before", "after"])
    .where("act", "=", "installation.cell_changed");
  expect(await changes.execute()).toEqual([{ before: { cell: "A" }, after: { cell: "B" } }]);
});

test("payouts with references of two cells, and without a letter, are paid and shown", async () => {
  const payer = await world.payer("₹10,000");
  const ids: string[] = [];
  for (const cell of ["A", "A", "B"]) {
    useCell(cell);
    const { body } = await payer.pay(impsOrder());
    ids.push(body.data.id);
  }
  // As a version before cells recorded it.
  await database()
    .updateTable("payouts")
    .set({ reference_id: "RK2EM233TB1T94JS" })
    .where("id", "=", ids[0] ?? "")
    .execute();
  await world.settle();
  const shown = await Promise.all(ids.map((id) => payer.get(`/payouts/${id}`)));
  expect(shown.map(({ body }) => [body.data.status, body.data.reference_id])).toEqual([
    ["success", "RK2EM233TB1T94JS"],
    ["success", expect.stringMatching(/^RKA/)],
    ["success", expect.stringMatching(/^RKB/)],
  ]);
  for (const id of ids) expect((await payer.get(`/payouts/${id}/receipt`)).status).toBe(200);
  expect(await world.faults()).toEqual([]);
});
