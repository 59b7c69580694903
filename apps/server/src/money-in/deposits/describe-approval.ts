import { rupeesToPaise } from "@rokad/money/rupees";
import { database } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";

/** What the approval of one deposit signs. @throws 404. */
export async function describeApproval(
  id: string,
  receivedRupees?: number,
): Promise<SignedSummary> {
  const [deposit] = await selectDeposits([id]);
  if (!deposit) throw notFound("This deposit");
  const { amount_paise: requested, tenant_name: tenant } = deposit;
  const paise = receivedRupees === undefined ? requested : rupeesToPaise(receivedRupees);
  const differs = paise === requested ? "" : `, requested as ${rupees(requested)}`;
  return {
    summary: `Approve deposit of ${rupees(paise)} from ${tenant}${differs}`,
    text: decisionText(`deposit of ${tenant}`, paise),
  };
}

/** What the approval of several deposits signs: how many, how much, and the first. */
export async function describeApprovals(ids: readonly string[]): Promise<SignedSummary> {
  const deposits = await selectDeposits(ids);
  const [first] = deposits;
  // Each unknown one is refused on its own.
  if (!first) return { summary: `Approve ${ids.length} deposits` };
  if (deposits.length === 1) return describeApproval(first.id);
  const total = deposits.reduce((sum, deposit) => sum + deposit.amount_paise, 0n);
  const { amount_paise: paise, tenant_name: tenant } = first;
  return {
    summary: `Approve ${deposits.length} deposits of ${rupees(total)} in total, the first ${rupees(paise)} from ${tenant}`,
    text: decisionText(`${deposits.length} deposits, first ${tenant}`, total),
  };
}

function selectDeposits(ids: readonly string[]) {
  return database()
    .selectFrom("deposits")
    .innerJoin("tenants", "tenants.id", "tenant_id")
    .select(["deposits.id", "amount_paise", "tenants.name as tenant_name"])
    .where("deposits.id", "in", [...ids])
    .orderBy("deposits.created_at")
    .orderBy("deposits.id")
    .execute();
}
