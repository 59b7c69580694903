import { rupeesToPaise } from "@rokad/money/rupees";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";

/** What the approval of one deposit signs. @throws 404. */
export async function describeApproval(id: string, receivedRupees?: number): Promise<string> {
  const [deposit] = await selectDeposits([id]);
  if (!deposit) throw notFound("This deposit");
  const requested = rupees(deposit.amount_paise);
  const from = `from ${deposit.tenant_name}`;
  return receivedRupees === undefined
    ? `Approve deposit of ${requested} ${from}`
    : `Approve deposit of ${rupees(rupeesToPaise(receivedRupees))} ${from}, requested as ${requested}`;
}

/** What the approval of several deposits signs: how many, how much, and the first. */
export async function describeApprovals(ids: readonly string[]): Promise<string> {
  const deposits = await selectDeposits(ids);
  const [first] = deposits;
  // Each unknown one is refused on its own.
  if (!first) return `Approve ${ids.length} deposits`;
  if (deposits.length === 1) return describeApproval(first.id);
  const total = deposits.reduce((sum, deposit) => sum + deposit.amount_paise, 0n);
  return `Approve ${deposits.length} deposits of ${rupees(total)} in total, the first ${rupees(first.amount_paise)} from ${first.tenant_name}`;
}

function selectDeposits(ids: readonly string[]) {
  return database()
    .selectFrom("deposits")
    .innerJoin("people", "people.id", "person_id")
    .select(["deposits.id", "amount_paise", "people.name as tenant_name"])
    .where("deposits.id", "in", [...ids])
    .orderBy("deposits.created_at")
    .orderBy("deposits.id")
    .execute();
}
