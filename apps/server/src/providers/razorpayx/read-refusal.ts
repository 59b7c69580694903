import { z } from "zod";
import type { OutboundResponse } from "../../kernel/outbound-call.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import type { RefusalKind } from "../transfer.ts";
import { failureReasons, refusalKindOf } from "./reasons.ts";

/** Why RazorpayX refused a call, and what that means for the payout. */
export interface Refusal {
  /**
   * `payout`: the request itself, or a documented reason; nothing was created.
   * `setup`: keys, IP address or account of this installation; nothing was created.
   * `repeat`: the key was used with another body, so another payout may exist under it.
   * `unclear`: anything else; a payout may have been created.
   */
  readonly concerns: "payout" | "setup" | "repeat" | "unclear";
  readonly message: string;
  /** Whether a repeat is refused again (`order`), or may be accepted (`time`). */
  readonly refusedFor: RefusalKind;
  /** RazorpayX's own codes, for its support desk. */
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

/** Classifies an error answer. Only one that names a problem of the payout itself ends the payout. */
export function readRefusal({ status, json }: OutboundResponse): Refusal {
  const parsed = errorBody.safeParse(json);
  const error = parsed.success ? parsed.data.error : undefined;
  const rawState = rawStateOf(status, error);
  const refusedFor = refusalKindOf(error?.reason ?? "", lastPartOf(error?.field));
  const rest = { rawState, refusedFor };
  const setupMessage = setupMessageOf(status, error);
  if (setupMessage) return { concerns: "setup", message: setupMessage, ...rest };
  if (!error) {
    const message = `RazorpayX answered ${status} without a reason`;
    return { concerns: "unclear", message, ...rest };
  }
  const description = error.description ?? "";
  if (/different request body/i.test(description)) {
    const message = "RazorpayX has another request under this payout's key";
    return { concerns: "repeat", message, ...rest };
  }
  if (status === 400 && isAboutThePayout(error)) {
    return { concerns: "payout", message: payoutMessageOf(error), ...rest };
  }
  const message = `RazorpayX answered ${status}: ${redactSecrets(description)}`;
  return { concerns: "unclear", message, ...rest };
}

/** What the platform's staff has to fix; until then every payout gets this refusal. */
function setupMessageOf(status: number, error: FarError | undefined): string | undefined {
  const description = error?.description ?? "";
  if (/transactions from this ip/i.test(description)) {
    return "RazorpayX refuses calls from this server's IP address. Add it to the IP allow-list in RazorpayX's dashboard.";
  }
  if (status === 401) {
    return "RazorpayX does not accept the keys. Check RAZORPAYX_KEY_ID and RAZORPAYX_KEY_SECRET.";
  }
  if (status === 403) {
    return "RazorpayX does not allow these keys to do this. Check their rights and the IP allow-list in its dashboard.";
  }
  if (status === 404 || /requested url was not found/i.test(description)) {
    return "RazorpayX has nothing at this address. Check RAZORPAYX_BASE_URL, and that payouts are enabled for these keys.";
  }
  if (error?.field === "account_number" || error?.field === "source_account_number") {
    return "RazorpayX does not accept the account to pay from. Check RAZORPAYX_ACCOUNT_NUMBER.";
  }
  if (/enough balance/i.test(description)) {
    return "The balance with RazorpayX is too low. Add funds.";
  }
  return undefined;
}

/** Not for conflicts of two calls with one key: they name no field and no input error. */
function isAboutThePayout({ code, reason, field, description }: FarError): boolean {
  if (code !== "BAD_REQUEST_ERROR" || /idempoten|in progress/i.test(description ?? ""))
    return false;
  if (reason === "input_validation_failed" || (reason && reason in failureReasons)) return true;
  return Boolean(field && !/idempoten/i.test(field));
}

/** By the last part of the field's name, as in `fund_account.bank_account.ifsc`. */
const messageOfField: Readonly<Record<string, string>> = {
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

function payoutMessageOf({ reason, field, description }: FarError): string {
  const reasonMessage = reason ? failureReasons[reason] : undefined;
  if (reasonMessage) return reasonMessage;
  const fieldMessage = messageOfField[lastPartOf(field)];
  return (
    fieldMessage ??
    `The payment provider refused it: ${redactSecrets(description ?? "no reason given")}`
  );
}

const lastPartOf = (field: string | null | undefined) => field?.split(".").at(-1) ?? "";

/** Codes and field names only, because a description may repeat the request's values. */
function rawStateOf(status: number, error: FarError | undefined): string {
  const parts = [String(status), error?.code, error?.reason, error?.field];
  return parts.filter((part) => part && /^[\w.-]{1,60}$/.test(part)).join("/");
}
