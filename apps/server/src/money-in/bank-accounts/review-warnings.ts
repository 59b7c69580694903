import type { AccountCheck } from "@rokad/contract/account-check";
import type { ReviewWarning } from "@rokad/contract/reviews";
import type { Bank } from "../../identity/settings/find-bank.ts";
import { isSimilarName, isSimilarBankName } from "./name-similarity.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import type { ReviewFacts } from "./review-facts.ts";

interface PendingAccount {
  readonly account_holder_name: string;
  readonly bank_name: string;
  readonly ifsc_code: string;
  readonly owner_name: string;
}

/** Warnings for the reviewer, the most serious first. */
export function warningsOf(
  account: PendingAccount,
  bank: Bank | null,
  facts: ReviewFacts,
  check: AccountCheck | null,
): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  const warn = (code: ReviewWarning["code"], message: string) => warnings.push({ code, message });
  if (facts.revoked_at)
    warn(
      "REVOKED_BEFORE",
      `This account was revoked on ${minuteInIndia(facts.revoked_at)}: ${facts.revocation_reason ?? ""}`,
    );
  if (facts.others.length > 0)
    warn("USED_BY_ANOTHER", `Another tenant also has this account: ${facts.others.join(", ")}`);
  if (check?.verdict === "invalid")
    warn(
      "BANK_KNOWS_NO_SUCH_ACCOUNT",
      `The bank could not find this account${check.reason ? `: ${check.reason}` : ""}`,
    );
  if (check?.match === "different" || check?.match === "partial")
    warn(
      "NAME_AT_BANK_DIFFERS",
      `The name at the bank is ${check.name_at_bank}; the tenant entered ${account.account_holder_name} (${check.match_score}% match)`,
    );
  if (!isSimilarName(account.account_holder_name, account.owner_name))
    warn(
      "NAME_DIFFERS",
      `The holder ${account.account_holder_name} does not match the tenant's name ${account.owner_name}`,
    );
  if (!bank)
    warn("IFSC_UNKNOWN", `No bank has IFSC codes that begin with ${account.ifsc_code.slice(0, 4)}`);
  else if (!isSimilarBankName(account.bank_name, bank.bank_name, bank.bank_code))
    warn(
      "BANK_DIFFERS",
      `${account.ifsc_code} belongs to ${bank.bank_name}, but the tenant entered ${account.bank_name}`,
    );
  else if (!bank.known)
    warn("BRANCH_UNKNOWN", `Branch ${account.ifsc_code} is not in our list; it may be new`);
  if (facts.rejected_at)
    warn(
      "REJECTED_BEFORE",
      `This account was rejected on ${minuteInIndia(facts.rejected_at)}: ${facts.rejected_note ?? "no reason given"}`,
    );
  return warnings;
}
