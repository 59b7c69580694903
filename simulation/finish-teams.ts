import { limits } from "@rokad/contract/limits";
import { listPaymentRequests } from "@rokad/contract/payment-requests";
import {
  cancelPayoutBatch,
  listPayoutBatches,
  resumePayoutBatch,
} from "@rokad/contract/payout-batches";
import { withdrawPaymentRequest } from "@rokad/contract/request-decisions";
import { count } from "./client-records.ts";
import { readTeams } from "./recording/read-teams.ts";
import type { World } from "./world.ts";

/**
 * Lets each owner resume the batches that are paused, once each, and then cancel those that pause again.
 * @returns a function that does so, and says what is still open.
 */
export function finishBatches(world: World): () => Promise<string[]> {
  const resumed = new Set<string>();
  return async () => {
    const open: string[] = [];
    for (const { owner } of world.teams) {
      const query = { page: 1, limit: limits.pageRowsMax };
      const listed = await owner.call(listPayoutBatches, { query });
      if (!listed.ok) {
        open.push(`the batches of ${owner.id} can't be read: ${listed.code}`);
        continue;
      }
      const batches = listed.body.data.filter(({ state }) => ["running", "paused"].includes(state));
      for (const { id, state, pause } of batches) {
        open.push(`batch ${id} is ${state}: ${pause?.code ?? "no pause"}`);
        if (state !== "paused") continue;
        if (resumed.has(id)) {
          count(world.clients, `batches cancelled at the end: ${pause?.code}`);
          const body = { reason: "The run is over" };
          await owner.call(cancelPayoutBatch, { params: { id }, body });
        } else await owner.call(resumePayoutBatch, { params: { id } });
        resumed.add(id);
      }
    }
    return open;
  };
}

/**
 * Withdraws every request that still holds money.
 * @returns what is still open.
 */
export async function withdrawRequests({ teams }: World): Promise<string[]> {
  const open: string[] = [];
  for (const { owner, preparer } of teams.filter(({ hasPolicy }) => hasPolicy)) {
    for (const state of ["awaiting_approval", "approved"] as const) {
      const query = { view: "all" as const, state, page: 1, limit: limits.pageRowsMax };
      const listed = await owner.call(listPaymentRequests, { query });
      if (!listed.ok) open.push(`the requests of ${owner.id} can't be read: ${listed.code}`);
      for (const { id, payout, maker } of listed.ok ? listed.body.data : []) {
        if (payout) continue;
        open.push(`request ${id} is ${state}`);
        const by = maker.id === owner.id ? owner : preparer;
        await by.call(withdrawPaymentRequest, { params: { id } });
      }
    }
  }
  return open;
}

/** Notes which payouts the orders of the teams became, as their owners read it. */
export async function acknowledgeTeams(world: World): Promise<void> {
  const { payouts } = world.clients;
  const byRemarks = new Map(payouts.map((request) => [request.remarks, request]));
  for (const { remarks, payout } of await readTeams(world)) {
    const { id, reference_id: reference } = payout;
    byRemarks.get(remarks)?.acknowledgements.push({ id, reference, at: Date.now() });
  }
}
