import { invalid, payoutNotAuthorised } from "../errors.ts";
import { checkCode } from "../sign-in/check-code.ts";
import type { Tenant } from "../sign-in/person.ts";
import { signAuthorisation } from "./authorisation.ts";

/** Trades the code for a token that makes this one payout. */
export async function verifyPayoutCode(payer: Tenant, mobile: string, code: string) {
  if (mobile !== payer.mobile) {
    throw invalid({ mobile: "The OTP was sent to your own registered mobile number" });
  }
  const { personId, order } = await checkCode("payout", mobile, code);
  if (personId !== payer.id || !order) {
    throw payoutNotAuthorised("This OTP does not belong to a payout of yours");
  }
  const token = signAuthorisation({
    personId,
    orderDigest: order.digest,
    feePaise: order.feePaise,
    gstPaise: order.gstPaise,
  });
  return { authorization_token: token };
}
