import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { NotTakenError, OutcomeUnknownError } from "../provider.ts";
import type { BankName, Validation } from "../validation.ts";
import { callRazorpayX, ownAccount, readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { fundAccount, nameWithin } from "./what-is-sent.ts";
import { readAs } from "./what-comes-back.ts";

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
type Told = z.infer<typeof validation>;

const cantTell = "The bank could not be asked for the name at this time";

/**
 * Asks RazorpayX whose account it is, and waits for the answer within the time that one call
 * has. RazorpayX offers this with RazorpayX Lite in live mode only; without it, and when the bank
 * takes its time, the answer is `unknown`.
 * @throws {OutcomeUnknownError} when there is no clear answer.
 */
export async function validateAccount(
  to: RazorpayX,
  asked: BankName,
  pollMs: number,
): Promise<Validation> {
  const until = Date.now() + to.timeoutMs;
  const begun = await begin(to, asked);
  if ("verdict" in begun) return begun;
  let told: Told = begun;
  while (told.status === "created") {
    const leftMs = until - Date.now() - pollMs;
    if (leftMs <= 0) return { verdict: "unknown", reason: "The bank has not answered in time" };
    await pause(pollMs);
    told = await lookAgain(to, told, leftMs);
  }
  return verdictOn(told);
}

/** A look without a clear answer has brought nothing new. */
async function lookAgain(to: RazorpayX, told: Told, timeoutMs: number): Promise<Told> {
  const path = `/fund_accounts/validations/${encodeURIComponent(told.id)}`;
  try {
    return readAs(validation, await readFromRazorpayX(to, { method: "GET", path, timeoutMs }));
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return told;
    throw error;
  }
}

async function begin(to: RazorpayX, asked: BankName): Promise<Told | Validation> {
  const answer = await callRazorpayX(to, {
    method: "POST",
    path: "/fund_accounts/validations",
    body: {
      source_account_number: await ownAccount(),
      validation_type: asked.of.method === "upi" ? "pennydrop" : "optimized",
      reference_id: asked.reference,
      fund_account: {
        ...fundAccount(asked.of, asked.typedName),
        contact: { name: nameWithin(asked.typedName, 50) },
      },
    },
  }).catch((error: unknown) => {
    // An account without RazorpayX Lite has no such address, or no right to it.
    if (error instanceof NotTakenError) return undefined;
    throw error;
  });
  if (!answer) return { verdict: "unknown", reason: cantTell };
  if (answer.took) return readAs(validation, answer.json);
  const { of, sentence } = answer.refusal;
  return of === "payout"
    ? { verdict: "invalid", reason: sentence }
    : { verdict: "unknown", reason: cantTell };
}

/** The pages disagree on the word for a good account, `active` or `valid`; both are taken. */
function verdictOn({ status, validation_results: results }: Told): Validation {
  if (status !== "completed" || !results) return { verdict: "unknown", reason: cantTell };
  if (results.account_status === "invalid") {
    return { verdict: "invalid", reason: "The bank says that there is no such account" };
  }
  if (results.account_status !== "active" && results.account_status !== "valid") {
    return { verdict: "unknown", reason: cantTell };
  }
  return {
    verdict: "valid",
    ...(results.registered_name && { nameAtBank: results.registered_name }),
    ...(results.name_match_score != null && { matchScore: Math.round(results.name_match_score) }),
  };
}
