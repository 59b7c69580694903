import type { PayoutToReview } from "@rokad/contract/payout-form";
import { rupeesToPaise } from "@rokad/money/rupees";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { describeCooling, findCoolingNow, whyCooling } from "../approval-policies/cooling.ts";
import { daySentence, findSentToday } from "../approval-policies/find-sent-today.ts";
import { findPolicyInForce } from "../approval-policies/policy-queries.ts";
import { accountKey, accountOf, type Account } from "../destination.ts";
import { findEarlierPayout } from "../initiate/find-earlier-payout.ts";
import { findHolder } from "./payout-destinations.ts";
import { readDestination } from "./saved-order.ts";

/** What is known of a payout's account: an earlier payout, and the beneficiary that has it. */
export async function describePayee(payer: Tenant, payout: PayoutToReview) {
  const order = await readDestination(payer, payout);
  const account = accountOf(order);
  const [earlier, holder, cooling, otherPaise] = await Promise.all([
    findEarlierPayout(payer, order),
    findHolder(database(), payer, order),
    findCoolingNow(database(), payer.tenantId, [account]),
    sumCountedToday(payer.tenantId, account),
  ]);
  const found = cooling.get(accountKey(account));
  const amountPaise = rupeesToPaise(order.amount);
  const isCooling = whyCooling(found, amountPaise) !== undefined;
  const isSaved = holder && holder.archived_at === null;
  return {
    earlier,
    saved_as: isSaved
      ? { id: holder.id, name: holder.name, destination_id: holder.destination_id }
      : null,
    cooling: found && isCooling ? describeCooling(found) : null,
    day_total:
      otherPaise > 0n
        ? {
            amount: inr(otherPaise + amountPaise),
            sentence: daySentence(otherPaise, amountPaise),
          }
        : null,
  };
}

/** What counts together with a payment to an account now; 0 unless the policy counts the day. */
async function sumCountedToday(tenantId: string, account: Account): Promise<bigint> {
  const db = database();
  if (!(await findPolicyInForce(db, tenantId))?.countsDay) return 0n;
  const sent = (await findSentToday(db, tenantId, [account], [])).get(accountKey(account));
  return sent ? sent.payoutsPaise + sent.waitingPaise : 0n;
}
