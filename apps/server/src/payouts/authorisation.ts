import type { PayoutOrder } from "@rokad/contract/payout-form";
import { limits } from "@rokad/contract/limits";
import { payoutNotAuthorised } from "../errors.ts";
import { digest, newId } from "../ids.ts";
import { hmac } from "../secrets.ts";
import { readToken, signToken } from "../signed-token.ts";

/**
 * What a verified code allows: one payout, whose id is decided here, for one person and one
 * order, at the charges that were quoted. The second factor is bound to the transaction, as
 * RBI's Authentication Directions (in force since 1 April 2026) ask. The payout's primary key
 * makes the token work once, so nothing has to be stored or marked as used.
 */
export interface Authorisation {
  readonly payoutId: string;
  readonly personId: string;
  readonly orderDigest: Buffer;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  /** By the product's clock, in milliseconds. */
  readonly goodUntilMs: number;
}

/**
 * Method, beneficiary and amount: all that the person agreed to. Remarks may still change. Keyed,
 * because it is kept with the code, and account numbers can be tried against a bare digest.
 */
export function orderDigest(order: PayoutOrder): Buffer {
  const { remarks: _, ...agreed } = order;
  return hmac("payout-authorisation", digest(agreed).toString("hex"));
}

/** A token for a new payout, good for 5 minutes. */
export function signAuthorisation(
  allowed: Omit<Authorisation, "payoutId" | "goodUntilMs">,
): string {
  const claims = {
    jti: newId(),
    sub: allowed.personId,
    order: allowed.orderDigest.toString("base64url"),
    fee: allowed.feePaise.toString(),
    gst: allowed.gstPaise.toString(),
  };
  return signToken("payout-authorisation", claims, limits.otpLifeSeconds);
}

/**
 * Reads a token for this person and this order.
 * @throws 403 `PAYOUT_NOT_AUTHORISED` when it is not ours, has run out, or is for another
 *   person, method, beneficiary or amount.
 */
export function readAuthorisation(
  token: string,
  personId: string,
  order: PayoutOrder,
): Authorisation {
  const claims = readToken("payout-authorisation", token);
  if (!claims) throw authorisationRanOut();
  const allowed = {
    payoutId: String(claims.jti),
    personId: String(claims.sub),
    orderDigest: Buffer.from(String(claims.order), "base64url"),
    feePaise: BigInt(String(claims.fee)),
    gstPaise: BigInt(String(claims.gst)),
    goodUntilMs: Number(claims.exp) * 1000,
  };
  if (allowed.personId !== personId) {
    throw payoutNotAuthorised("This payout was authorised by somebody else");
  }
  if (!allowed.orderDigest.equals(orderDigest(order))) {
    throw payoutNotAuthorised("The OTP was for another amount, beneficiary or method");
  }
  return allowed;
}

export const authorisationRanOut = () =>
  payoutNotAuthorised("This payout needs a new OTP: the earlier one has run out");
