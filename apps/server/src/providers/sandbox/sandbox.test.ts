import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { useClock } from "../../kernel/clock.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { describeProvider } from "../provider.contract.ts";
import type { Provider } from "../provider.ts";
import type { TransferUpdate } from "../transfer.ts";
import { sandboxProvider } from "./sandbox.ts";

const settleMs = 2_000;
let drop: () => Promise<void>;
let provider: Provider;
let aheadMs = 0;
let restoreClock: () => void;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 10 });
  restoreClock = useClock(() => new Date(Date.now() + aheadMs));
  provider = sandboxProvider({ settleMs });
});

afterAll(async () => {
  restoreClock();
  await closeDatabase();
  await drop();
});

const imps = (accountNumber: string, ifscCode: string) =>
  ({ method: "imps", accountNumber, ifscCode }) as const;

describeProvider("The sandbox", {
  provider: () => provider,
  to: {
    success: imps("000123456789", "HDFC0000001"),
    failure: imps("026291800001190", "YESB0000262"),
    pending: imps("007711000031", "HDFC0000077"),
    timeout: imps("000000000504", "HDFC0000504"),
    down: imps("000000000503", "HDFC0000503"),
  },
  settle: async () => {
    aheadMs += settleMs;
  },
  timesPaid: async (key) => {
    const rows = await database()
      .selectFrom("sandbox_bank.transfers")
      .select("state")
      .where("idempotency_key", "=", key)
      .execute();
    return rows.filter((row) => row.state === "success").length;
  },
});

async function send(upiId: string): Promise<string> {
  const reference = newReference();
  await provider.send({
    idempotencyKey: newId(),
    reference,
    amountPaise: 100n,
    beneficiary_name: "Sample Traders",
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    purpose: null,
    sendBeforeMs: Infinity,
    remarks: null,
    to: { method: "upi", upiId },
  });
  return reference;
}

/** The due updates of one reference. */
async function statesOf(reference: string): Promise<TransferUpdate["state"][]> {
  const states: TransferUpdate["state"][] = [];
  await provider.deliverUpdates?.(async (updates) => {
    states.push(...updates.filter((one) => one.reference === reference).map((one) => one.state));
  });
  return states;
}

test("delivers no update early, and each step once: success and its return", async () => {
  const reference = await send("reversed@upi");
  expect(await statesOf(reference)).toEqual([]);
  aheadMs += settleMs;
  expect(await statesOf(reference)).toEqual(["success"]);
  expect(await statesOf(reference)).toEqual([]);
  aheadMs += 3 * settleMs;
  expect(await statesOf(reference)).toEqual(["reversed"]);
});

test("a slow failure stays open for a while", async () => {
  const reference = await send("slowfail@upi");
  aheadMs += 4 * settleMs;
  expect(await statesOf(reference)).toEqual([]);
  aheadMs += settleMs;
  expect(await statesOf(reference)).toEqual(["failed"]);
});

test("an update whose delivery failed is delivered again", async () => {
  const reference = await send("anyone@upi");
  aheadMs += settleMs;
  await expect(
    provider.deliverUpdates?.(async () => {
      throw new Error("the server died here");
    }),
  ).rejects.toThrow("died");
  expect(await statesOf(reference)).toEqual(["success"]);
});

test("an update is delivered even after a status check has seen it", async () => {
  const reference = await send("reversed@upi");
  aheadMs += settleMs;
  expect(await provider.checkStatus(reference)).toMatchObject({ state: "success" });
  expect(await statesOf(reference)).toEqual(["success"]);
  aheadMs += 3 * settleMs;
  expect(await provider.checkStatus(reference)).toMatchObject({ state: "reversed" });
  expect(await provider.checkStatus(reference)).toMatchObject({ state: "reversed" });
  expect(await statesOf(reference)).toEqual(["reversed"]);
  expect(await statesOf(reference)).toEqual([]);
});
