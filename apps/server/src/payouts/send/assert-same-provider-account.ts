import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { PayoutProvider } from "../../providers/provider.ts";

const referenceAgeSecondsMax = 30 * 24 * 60 * 60;

/**
 * Checks that the provider still knows the newest payout that the adapter has paid. If it does
 * not, the keys belong to another account or to the test environment, and "no such payout" proves
 * nothing: the right account may have paid the payout already. Called only before a payout is sent
 * a second time.
 * @throws {OutcomeUnknownError} when the provider does not know that payout.
 */
export async function assertSameProviderAccount(
  provider: PayoutProvider,
  adapter: string,
): Promise<void> {
  const newestPaid = await database()
    .selectFrom("payouts")
    .select("reference_id")
    .where("adapter", "=", adapter)
    .where("status", "=", "success")
    .where("created_at", ">", secondsFromNow(-referenceAgeSecondsMax))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newestPaid || (await provider.checkStatus(newestPaid.reference_id))) return;
  throw new OutcomeUnknownError(
    "The provider does not know a payout that it paid before. Check that its keys belong to the same account.",
  );
}
