import * as z from "zod";
import type { BankName, Validation } from "../validation.ts";
import { missingCredentials } from "../../credentials/credentials.ts";
import { askCashfree, verification } from "./ask-cashfree.ts";
import { reasonOf } from "./reasons.ts";
import { plainWords } from "./write-transfer.ts";

const verified = z.object({
  account_status: z.string(),
  account_status_code: z.string().nullish(),
  name_at_bank: z.string().nullish(),
  name_match_score: z.union([z.string(), z.number()]).nullish(),
});

/** The account's own fault. Every other code means that the bank could not be asked. */
const itsFault: ReadonlySet<string> = new Set([
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
 * Bank Account Verification V2, sync (`POST /bank-account/sync`): a rupee is paid in and the bank
 * tells the name. For UPI ids Cashfree documents no call in V2, so nothing is known of them.
 */
export function accountValidator(url: string, timeoutMs: number) {
  return async ({ of, typedName }: BankName): Promise<Validation> => {
    if (of.method === "upi") return unknown("Cashfree does not tell whose a UPI ID is");
    const missing = await missingCredentials([verification.clientId, verification.clientSecret]);
    if (missing.length > 0) return unknown("Bank account checks are not set up");
    const answer = await askCashfree(verification, {
      method: "POST",
      url: `${url}/bank-account/sync`,
      body: {
        bank_account: of.accountNumber,
        ifsc: of.ifscCode,
        name: plainWords(typedName, 100),
      },
      timeoutMs,
    });
    if ("refusal" in answer) return ofCode(answer.refusal.code);
    const told = verified.safeParse(answer.json).data;
    if (!told) return unknown("The bank's answer could not be understood");
    if (told.account_status !== "VALID") return ofCode(told.account_status_code ?? "");
    const nameAtBank = told.name_at_bank?.trim();
    const matchScore = scoreOf(told.name_match_score);
    return {
      verdict: "valid",
      ...(nameAtBank && { nameAtBank }),
      ...(matchScore !== undefined && { matchScore }),
    };
  };
}

function ofCode(code: string): Validation {
  const upper = code.toUpperCase().replace("BANK_IFSC_INVALID", "INVALID_IFSC_FAIL");
  if (!itsFault.has(upper)) return unknown("The bank could not be asked just now");
  const known = upper.endsWith("_FAIL") || upper === "ACCOUNT_BLOCKED";
  return {
    verdict: "invalid",
    reason: known ? reasonOf(upper) : (oldWords[upper] ?? "The account is not valid"),
  };
}

const oldWords: Readonly<Record<string, string>> = {
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
