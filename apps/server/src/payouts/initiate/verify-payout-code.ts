import { transaction } from "../../database/db.ts";
import { ApiError, invalidInput, payoutNotAuthorised } from "../../kernel/errors.ts";
import { tryCode } from "../../identity/sign-in/check-code.ts";
import type { Tenant } from "../../kernel/person.ts";
import { signAuthorisation } from "./authorisation.ts";
import { countWrongCode, lockError, lockGuesses } from "./payout-lock.ts";

/**
 * Exchanges the code for a token that authorises one payout. Wrong codes count per person, because
 * each new code brings new tries.
 * @throws 400 for another mobile or a wrong code, 403 `PAYOUT_NOT_AUTHORISED`, 429
 *   `PAYOUTS_LOCKED`.
 */
export async function verifyPayoutCode(payer: Tenant, mobile: string, code: string) {
  if (mobile !== payer.member.mobile) {
    throw invalidInput({ mobile: "The OTP was sent to your own registered mobile number" });
  }
  const outcome = await transaction(async (db) => {
    const guesses = await lockGuesses(db, payer);
    const locked = lockError(guesses.lockedUntil);
    if (locked) return locked;
    const result = await tryCode(db, "payout", mobile, code, {
      sessionId: payer.sessionId,
    });
    if (result instanceof ApiError && result.code === "OTP_INVALID") {
      await countWrongCode(db, payer, guesses);
    }
    return result;
  });
  if (outcome instanceof ApiError) throw outcome;
  const { personId, order } = outcome;
  if (personId !== payer.member.id || !order) {
    throw payoutNotAuthorised("This OTP does not belong to one of your payouts");
  }
  const token = signAuthorisation({
    personId,
    orderDigest: order.digest,
    feePaise: order.feePaise,
    gstPaise: order.gstPaise,
  });
  return { authorization_token: token };
}
