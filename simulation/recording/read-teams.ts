import { limits } from "@rokad/contract/limits";
import type { PayoutBatch } from "@rokad/contract/payout-batch";
import { listBatchRows, listPayoutBatches } from "@rokad/contract/payout-batches";
import { listPaymentRequests } from "@rokad/contract/payment-requests";
import type { World } from "../world.ts";
import { readPages, succeed } from "./read-pages.ts";

interface Ended {
  /** The name by which the client knows the order. */
  readonly remarks: string;
  readonly payout: { readonly id: string; readonly reference_id: string };
}

/**
 * Lets the owner of each team read its payment requests, and its batches with all rows.
 * @returns what became a payout.
 */
export async function readTeams({ teams, closed }: Pick<World, "teams" | "closed">) {
  const limit = limits.pageRowsMax;
  const ended: Ended[] = [];
  for (const { owner } of teams.filter((team) => !closed.has(team.owner.id))) {
    await readPages(async (page) => {
      const query = { view: "all" as const, page, limit };
      const listed = await succeed(owner.call(listPaymentRequests, { query }));
      for (const { payout, remarks } of listed.body.data)
        if (payout) ended.push({ remarks: remarks ?? "", payout });
      return listed;
    });
    const batches: PayoutBatch[] = [];
    await readPages(async (page) => {
      const listed = await succeed(owner.call(listPayoutBatches, { query: { page, limit } }));
      batches.push(...listed.body.data);
      return listed;
    });
    for (const { id } of batches) {
      await readPages(async (page) => {
        const query = { view: "all" as const, page, limit };
        const listed = await succeed(owner.call(listBatchRows, { params: { id }, query }));
        for (const { payout, fields } of listed.body.data)
          if (payout) ended.push({ remarks: fields.remarks ?? "", payout });
        return listed;
      });
    }
  }
  return ended;
}
