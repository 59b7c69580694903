import { invalidInput, payoutNotAuthorised } from "../../kernel/errors.ts";
import { checkCode } from "../../identity/sign-in/check-code.ts";
import type { Tenant } from "../../kernel/person.ts";
import { signAuthorisation } from "./authorisation.ts";

/**
 * Exchanges the code for a token that authorises one payout.
 * @throws 400 for another mobile or a wrong code, 403 `PAYOUT_NOT_AUTHORISED`.
 */
export async function verifyPayoutCode(payer: Tenant, mobile: string, code: string) {
  if (mobile !== payer.mobile) {
    throw invalidInput({ mobile: "The OTP was sent to your own registered mobile number" });
  }
  const { personId, order } = await checkCode("payout", mobile, code);
  if (personId !== payer.id || !order) {
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
