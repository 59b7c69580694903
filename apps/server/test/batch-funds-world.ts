import { expect } from "vitest";
import { database } from "../src/database/db.ts";
import { verifyFundsQueue } from "../src/payouts/funds-queue/verify-funds-queue.ts";
import { openBatchWorld } from "./batch-world.ts";
import type { SignedIn } from "./signed-in.ts";

export type BatchFundsWorld = Awaited<ReturnType<typeof openBatchFundsWorld>>;

/** The world of batches with businesses whose payouts wait for funds. */
export async function openBatchFundsWorld() {
  const world = await openBatchWorld();
  return {
    ...world,
    /** A business with ₹1,000 whose payouts wait for funds for a day. */
    async waitingOwner(): Promise<SignedIn> {
      const owner = await world.operator({ wallet: "₹1,000" });
      await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 24 });
      return owner;
    },
    /** Everything that workers do now. */
    async workAll(): Promise<void> {
      await world.workBatches();
      await world.workBatches();
    },
    async checkAll(): Promise<void> {
      expect(await verifyFundsQueue(database())).toEqual([]);
      await world.checkBatches();
    },
  };
}
