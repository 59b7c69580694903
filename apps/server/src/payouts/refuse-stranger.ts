import { secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import type { Rail } from "../providers/rails.ts";

const witnessSeconds = 30 * 24 * 60 * 60;

/**
 * "Never heard of it" is no word from somebody who has not heard of what it paid for us before:
 * then the keys are of another account, or of its test environment, and a payout that the right
 * account may have paid would be paid a second time. Asked only before a payout that was handed
 * over once is handed over again.
 * @throws {OutcomeUnknownError} when the newest payout that the adapter has paid is not known.
 */
export async function refuseStranger(rail: Rail, adapter: string): Promise<void> {
  const witness = await database()
    .selectFrom("payouts")
    .select("reference_id")
    .where("adapter", "=", adapter)
    .where("status", "=", "success")
    .where("created_at", ">", secondsFromNow(-witnessSeconds))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!witness || (await rail.look(witness.reference_id))) return;
  throw new OutcomeUnknownError(
    "It does not know a payout that it has paid before: are its keys of another account?",
  );
}
