import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { PayoutProvider } from "../../providers/provider.ts";
import type { LeasedPayout } from "./lease-payouts.ts";

const referenceAgeSecondsMax = 30 * 24 * 60 * 60;

/**
 * Checks that the provider still knows the last payout that it took before this one and paid. If it
 * does not, the keys belong to another account or to the test environment, and "no such payout" proves
 * nothing: the right account may have paid the payout already. A later payout would prove nothing
 * either, because the other account may have paid it. Called only before a payout is sent a second
 * time.
 * @throws {OutcomeUnknownError} when the provider does not know that payout.
 */
export async function assertSameProviderAccount(
  provider: PayoutProvider,
  { id, adapter, handedAt }: Pick<LeasedPayout, "id" | "adapter" | "handedAt">,
): Promise<void> {
  const paidBefore = await database()
    .selectFrom("payouts")
    .select("reference_id")
    .where("id", "<", id)
    .where("adapter", "=", adapter)
    .where("status", "=", "success")
    // Not one that people decided: no provider may know it.
    .where("provider_state", "=", "success")
    .where("handed_at", "<=", handedAt)
    .where("created_at", ">", secondsFromNow(-referenceAgeSecondsMax))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!paidBefore || (await provider.checkStatus(paidBefore.reference_id))) return;
  throw new OutcomeUnknownError(
    "The provider does not know a payout that it paid before. Check that its keys belong to the same account.",
  );
}
