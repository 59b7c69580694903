import { z } from "zod";
import type { FarAnswer } from "../ask.ts";
import { withoutSecrets } from "../without-secrets.ts";
import { reasonSentences } from "./reasons.ts";

/** Why RazorpayX would not do what it was asked, and what that says about the payout. */
export interface Refusal {
  /**
   * `payout`: of what is asked; nothing was taken, and the same again is refused again.
   * `us`: of keys, address or account of this installation; nothing was taken.
   * `repeat`: the key was used before with another body, so that something else may stand under it.
   * `unclear`: anything else: whether something was taken is not said.
   */
  readonly of: "payout" | "us" | "repeat" | "unclear";
  readonly sentence: string;
  /** RazorpayX's own word, for its support desk. */
  readonly rawState: string;
}

const errorBody = z.object({
  error: z.object({
    code: z.string(),
    description: z.string().nullish(),
    reason: z.string().nullish(),
    field: z.string().nullish(),
  }),
});
type FarError = z.infer<typeof errorBody>["error"];

/** What a 4xx answer means. Only a refusal that names what is wrong with the payout ends it. */
export function readRefusal({ status, json }: FarAnswer): Refusal {
  const parsed = errorBody.safeParse(json);
  const error = parsed.success ? parsed.data.error : undefined;
  const rawState = rawStateOf(status, error);
  const ours = sentenceAboutUs(status, error);
  if (ours) return { of: "us", sentence: ours, rawState };
  if (!error) {
    return {
      of: "unclear",
      sentence: `RazorpayX answered ${status} without saying why`,
      rawState,
    };
  }
  const description = error.description ?? "";
  if (/different request body/i.test(description)) {
    return {
      of: "repeat",
      sentence: "RazorpayX has another request under this payout's key",
      rawState,
    };
  }
  if (status === 400 && isAboutThePayout(error)) {
    return { of: "payout", sentence: sentenceAboutPayout(error), rawState };
  }
  return {
    of: "unclear",
    sentence: `RazorpayX answered ${status}: ${withoutSecrets(description)}`,
    rawState,
  };
}

/** What somebody who runs the platform has to put right; until then every payout meets it. */
function sentenceAboutUs(status: number, error: FarError | undefined): string | undefined {
  const description = error?.description ?? "";
  if (/transactions from this ip/i.test(description)) {
    return "RazorpayX refuses calls from this server's address: put it on the IP allow-list of its dashboard";
  }
  if (status === 401) {
    return "RazorpayX does not accept the keys: check RAZORPAYX_KEY_ID and RAZORPAYX_KEY_SECRET";
  }
  if (status === 403) {
    return "RazorpayX does not let these keys do this: check their rights and the IP allow-list on its dashboard";
  }
  if (status === 404 || /requested url was not found/i.test(description)) {
    return "RazorpayX has nothing at this address: check RAZORPAYX_BASE_URL, and whether payouts are enabled for these keys";
  }
  if (error?.field === "account_number" || error?.field === "source_account_number") {
    return "RazorpayX does not accept the account to pay from: check RAZORPAYX_ACCOUNT_NUMBER";
  }
  if (/enough balance/i.test(description)) {
    return "The balance with RazorpayX is too low: add funds to it";
  }
  return undefined;
}

/**
 * Conflicts of two calls under one key are not among these: they name no field, and their reason
 * is not one of input.
 */
function isAboutThePayout({ code, reason, field, description }: FarError): boolean {
  if (code !== "BAD_REQUEST_ERROR" || /idempoten|in progress/i.test(description ?? ""))
    return false;
  if (reason === "input_validation_failed" || (reason && reason in reasonSentences)) return true;
  return Boolean(field && !/idempoten/i.test(field));
}

/** By the last part of the field's name, as in `fund_account.bank_account.ifsc`. */
const sentenceOfField: Readonly<Record<string, string>> = {
  ifsc: "The bank does not know this IFSC code",
  account_number: "The bank does not accept this account number",
  address: "The provider does not accept this UPI ID; check it, or pay to the bank account instead",
  vpa: "The provider does not accept this UPI ID; check it, or pay to the bank account instead",
  name: "The provider does not accept this beneficiary name",
  email: "The provider does not accept this email address",
  contact: "The provider does not accept this phone number",
  amount: "The amount is outside what the provider pays in one transfer",
  mode: "The provider does not pay this way from the platform's account",
  narration: "The provider does not accept these remarks",
};

function sentenceAboutPayout({ reason, field, description }: FarError): string {
  const known = reason ? reasonSentences[reason] : undefined;
  if (known) return known;
  const ofField = sentenceOfField[field?.split(".").at(-1) ?? ""];
  return (
    ofField ??
    `The payment provider refused it: ${withoutSecrets(description ?? "no reason given")}`
  );
}

/** Codes and field names only: a description may repeat what was sent. */
function rawStateOf(status: number, error: FarError | undefined): string {
  const words = [String(status), error?.code, error?.reason, error?.field];
  return words.filter((word) => word && /^[\w.-]{1,60}$/.test(word)).join("/");
}
