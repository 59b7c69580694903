import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { ValidationRequest, Validation } from "../validation.ts";
import { callRazorpayX, ownAccount, readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { fundAccount, nameWithin } from "./write-payout.ts";
import { readAs } from "./read-payout.ts";

const validation = z.object({
  id: z.string().regex(/^fav_\w{1,40}$/),
  entity: z.literal("fund_account.validation"),
  status: z.string(),
  validation_results: z
    .object({
      account_status: z.string().nullish(),
      registered_name: z.string().nullish(),
      name_match_score: z.number().min(0).max(100).nullish(),
    })
    .nullish(),
});
type AccountValidation = z.infer<typeof validation>;

const unavailable: Validation = {
  verdict: "unknown",
  reason: "The bank is unavailable right now",
};

/**
 * Asks RazorpayX who owns an account, and polls for the answer within the timeout of one call.
 * RazorpayX offers this only with RazorpayX Lite in live mode; otherwise, and when the bank is
 * slow, the verdict is `unknown`.
 * @throws {OutcomeUnknownError} when there is no clear answer.
 */
export async function validateAccount(
  to: RazorpayX,
  request: ValidationRequest,
  pollMs: number,
): Promise<Validation> {
  const until = Date.now() + to.timeoutMs;
  const created = await createValidation(to, request);
  if ("verdict" in created) return created;
  let current: AccountValidation = created;
  while (current.status === "created") {
    const leftMs = until - Date.now() - pollMs;
    if (leftMs <= 0) return { verdict: "unknown", reason: "The bank has not answered in time" };
    await pause(pollMs);
    current = await refresh(to, current, leftMs);
  }
  return verdictOn(current);
}

/** The current state; a poll without a clear answer returns the last one. */
async function refresh(
  to: RazorpayX,
  last: AccountValidation,
  timeoutMs: number,
): Promise<AccountValidation> {
  const path = `/fund_accounts/validations/${encodeURIComponent(last.id)}`;
  try {
    return readAs(validation, await readFromRazorpayX(to, { method: "GET", path, timeoutMs }));
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return last;
    throw error;
  }
}

async function createValidation(
  to: RazorpayX,
  { destination, typedName, reference }: ValidationRequest,
): Promise<AccountValidation | Validation> {
  const answer = await callRazorpayX(to, {
    method: "POST",
    path: "/fund_accounts/validations",
    body: {
      source_account_number: await ownAccount(),
      validation_type: destination.method === "upi" ? "pennydrop" : "optimized",
      reference_id: reference,
      fund_account: {
        ...fundAccount(destination, typedName),
        contact: { name: nameWithin(typedName, 50) },
      },
    },
  }).catch((error: unknown) => {
    // An account without RazorpayX Lite does not have this call.
    if (error instanceof NotAcceptedError) return undefined;
    throw error;
  });
  if (!answer) return unavailable;
  if (answer.isAccepted) return readAs(validation, answer.json);
  const { concerns, message } = answer.refusal;
  return concerns === "payout" ? { verdict: "invalid", reason: message } : unavailable;
}

/** RazorpayX's pages name a good account `active` or `valid`; both are accepted. */
function verdictOn({ status, validation_results: results }: AccountValidation): Validation {
  if (status !== "completed" || !results) return unavailable;
  if (results.account_status === "invalid") {
    return { verdict: "invalid", reason: "Account not found" };
  }
  if (results.account_status !== "active" && results.account_status !== "valid") {
    return unavailable;
  }
  return {
    verdict: "valid",
    ...(results.registered_name && { nameAtBank: results.registered_name }),
    ...(results.name_match_score != null && { matchScore: Math.round(results.name_match_score) }),
  };
}
