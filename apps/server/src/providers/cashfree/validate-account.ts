import * as z from "zod";
import type { ValidationRequest, Validation } from "../validation.ts";
import { missingCredentials } from "../../kernel/credentials.ts";
import { callCashfree, verification } from "./call-cashfree.ts";
import { reasonOf } from "./reasons.ts";
import { plainWords } from "./write-transfer.ts";

const verificationResult = z.object({
  account_status: z.string(),
  account_status_code: z.string().nullish(),
  name_at_bank: z.string().nullish(),
  name_match_score: z.union([z.string(), z.number()]).nullish(),
});

/** Codes of an invalid account. Every other code means that the bank was unavailable. */
const invalidAccountCodes: ReadonlySet<string> = new Set([
  "INVALID_ACCOUNT_FAIL",
  "INVALID_BANK_ACCOUNT",
  "INVALID_IFSC_FAIL",
  "INVALID_IFSC",
  "NRE_ACCOUNT_FAIL",
  "NRE_ACCOUNT",
  "ACCOUNT_BLOCKED",
  "FRAUD_ACCOUNT",
]);

/**
 * Bank Account Verification V2, sync (`POST /bank-account/sync`): Cashfree pays in one rupee and
 * the bank reports the holder's name. V2 documents no call for UPI ids.
 */
export function accountValidator(url: string, timeoutMs: number) {
  return async ({ destination, typedName }: ValidationRequest): Promise<Validation> => {
    if (destination.method === "upi") return unknown("Cashfree does not check UPI IDs");
    const missing = await missingCredentials([verification.clientId, verification.clientSecret]);
    if (missing.length > 0) return unknown("Bank account checks are not set up");
    const answer = await callCashfree(verification, {
      method: "POST",
      url: `${url}/bank-account/sync`,
      body: {
        bank_account: destination.accountNumber,
        ifsc: destination.ifscCode,
        name: plainWords(typedName, 100),
      },
      timeoutMs,
    });
    if ("refusal" in answer) return validationOfCode(answer.refusal.code);
    const result = verificationResult.safeParse(answer.json).data;
    if (!result) return unknown("The bank's answer could not be read");
    if (result.account_status !== "VALID") {
      return validationOfCode(result.account_status_code ?? "");
    }
    const nameAtBank = result.name_at_bank?.trim();
    const matchScore = scoreOf(result.name_match_score);
    return {
      verdict: "valid",
      ...(nameAtBank && { nameAtBank }),
      ...(matchScore !== undefined && { matchScore }),
    };
  };
}

function validationOfCode(code: string): Validation {
  const upper = code.toUpperCase().replace("BANK_IFSC_INVALID", "INVALID_IFSC_FAIL");
  if (!invalidAccountCodes.has(upper)) return unknown("The bank is unavailable right now");
  const isPayoutCode = upper.endsWith("_FAIL") || upper === "ACCOUNT_BLOCKED";
  return {
    verdict: "invalid",
    reason: isPayoutCode ? reasonOf(upper) : (v1Reasons[upper] ?? "The account is not valid"),
  };
}

const v1Reasons: Readonly<Record<string, string>> = {
  INVALID_BANK_ACCOUNT: "The account number or IFSC code is not valid",
  INVALID_IFSC: "The IFSC code is not valid",
  NRE_ACCOUNT: "Transfers to NRE accounts are not possible",
  FRAUD_ACCOUNT: "Transfers to this account are not allowed",
};

const unknown = (reason: string): Validation => ({ verdict: "unknown", reason });

/** `"90.00"` → 90. */
function scoreOf(score: string | number | null | undefined): number | undefined {
  if (score == null || !/^\d{1,3}(\.\d+)?$/.test(String(score))) return undefined;
  return Math.min(Math.round(Number(score)), 100);
}
