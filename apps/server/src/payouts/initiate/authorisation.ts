import type { PayoutOrder } from "@rokad/contract/payout-form";
import { limits } from "@rokad/contract/limits";
import { payoutNotAuthorised } from "../../kernel/errors.ts";
import { digest, newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { verifyToken, signToken } from "../../kernel/signed-token.ts";

/**
 * What a verified code authorises: one payout with a fixed id, for one person and one order, at
 * the quoted charges. RBI's Authentication Directions (in force since 1 April 2026) require that
 * the second factor is bound to the transaction. The payout's primary key makes the token work
 * once, so it needs no storage.
 */
export interface Authorisation {
  readonly payoutId: string;
  readonly personId: string;
  readonly orderDigest: Buffer;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  /** Milliseconds since 1970, on the product's clock. */
  readonly expiresAtMs: number;
}

/**
 * The keyed digest of everything that the person agreed to: every field but the remarks, which may
 * still change. It is stored with the code; without a key, account numbers could be guessed
 * against it.
 * @param payer the business, if a member who did not found it acts for it: a code of one business
 *   never pays from another one's wallet. A founder's digest stays as earlier versions have it.
 */
export function orderDigest(
  order: PayoutOrder,
  payer?: Pick<Tenant, "tenantId" | "member">,
): Buffer {
  const { remarks: _, ...agreed } = order;
  const isMembers = payer !== undefined && payer.member.id !== payer.tenantId;
  const bound = isMembers ? { ...agreed, payer: payer.tenantId } : agreed;
  return hmac("payout-authorisation", digest(bound).toString("hex"));
}

/** A token for a new payout, valid for 5 minutes. */
export function signAuthorisation(
  allowed: Omit<Authorisation, "payoutId" | "expiresAtMs">,
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
 * Verifies a token for this member, this business and this order.
 * @throws 403 `PAYOUT_NOT_AUTHORISED` when it is forged, expired, or for another person or payout.
 */
export function readAuthorisation(
  token: string,
  payer: Pick<Tenant, "tenantId" | "member">,
  order: PayoutOrder,
): Authorisation {
  const claims = verifyToken("payout-authorisation", token);
  if (!claims) throw authorisationExpired();
  const allowed = {
    payoutId: String(claims.jti),
    personId: String(claims.sub),
    orderDigest: Buffer.from(String(claims.order), "base64url"),
    feePaise: BigInt(String(claims.fee)),
    gstPaise: BigInt(String(claims.gst)),
    expiresAtMs: Number(claims.exp) * 1000,
  };
  if (allowed.personId !== payer.member.id) {
    throw payoutNotAuthorised("This OTP belongs to another person's payout");
  }
  if (!allowed.orderDigest.equals(orderDigest(order, payer))) {
    throw payoutNotAuthorised("The payout changed after its OTP was sent. Request a new OTP.");
  }
  return allowed;
}

export const authorisationExpired = () =>
  payoutNotAuthorised("The OTP expired. Request a new one.");
