import type { PayoutToReview } from "@rokad/contract/payout-form";
import { database } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findEarlierPayout } from "../initiate/find-earlier-payout.ts";
import { findHolder } from "./beneficiary-ways.ts";
import { readDestination } from "./saved-order.ts";

/** What is known of a payout's account: an earlier payout, and the beneficiary that has it. */
export async function describePayee(payer: Tenant, payout: PayoutToReview) {
  const order = await readDestination(payer, payout);
  const [earlier, holder] = await Promise.all([
    findEarlierPayout(payer, order),
    findHolder(database(), payer, order),
  ]);
  const isSaved = holder && holder.archived_at === null;
  return {
    earlier,
    saved_as: isSaved ? { id: holder.id, name: holder.name, way_id: holder.way_id } : null,
  };
}
