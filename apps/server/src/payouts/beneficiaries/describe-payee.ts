import type { PayoutToReview } from "@rokad/contract/payout-form";
import { rupeesToPaise } from "@rokad/money/rupees";
import { database } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { describeCooling, findCoolingNow, whyCooling } from "../approval-policies/cooling.ts";
import { accountKey, accountOf } from "../destination.ts";
import { findEarlierPayout } from "../initiate/find-earlier-payout.ts";
import { findHolder } from "./payout-destinations.ts";
import { readDestination } from "./saved-order.ts";

/** What is known of a payout's account: an earlier payout, and the beneficiary that has it. */
export async function describePayee(payer: Tenant, payout: PayoutToReview) {
  const order = await readDestination(payer, payout);
  const account = accountOf(order);
  const [earlier, holder, cooling] = await Promise.all([
    findEarlierPayout(payer, order),
    findHolder(database(), payer, order),
    findCoolingNow(database(), payer.id, [account]),
  ]);
  const found = cooling.get(accountKey(account));
  const isCooling = whyCooling(found, rupeesToPaise(order.amount)) !== undefined;
  const isSaved = holder && holder.archived_at === null;
  return {
    earlier,
    saved_as: isSaved
      ? { id: holder.id, name: holder.name, destination_id: holder.destination_id }
      : null,
    cooling: found && isCooling ? describeCooling(found) : null,
  };
}
