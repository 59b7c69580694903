import type { AccountCheck } from "@rokad/contract/account-check";
import type { ReviewWarning } from "@rokad/contract/reviews";
import { dateTimeInIndia } from "../days.ts";
import type { Bank } from "../platform/find-bank.ts";
import { alike, alikeBanks } from "./likeness.ts";
import type { ReviewFacts } from "./review-facts.ts";

interface Asked {
  readonly account_holder_name: string;
  readonly bank_name: string;
  readonly ifsc_code: string;
  readonly owner_name: string;
}

/** What a reviewer should look at twice, the gravest first. */
export function warningsOf(
  account: Asked,
  bank: Bank | null,
  facts: ReviewFacts,
  check: AccountCheck | null,
): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (facts.others.length > 0)
    warn("USED_BY_ANOTHER", `Another tenant has this account too: ${facts.others.join(", ")}`);
  if (check?.verdict === "invalid")
    warn(
      "BANK_KNOWS_NO_SUCH_ACCOUNT",
      `The bank says that there is no such account${check.reason ? `: ${check.reason}` : ""}`,
    );
  if (check?.match === "different" || check?.match === "partial")
    warn(
      "NAME_AT_BANK_DIFFERS",
      `The bank has this account under ${check.name_at_bank}; ${account.account_holder_name} was typed (${check.match_score} of 100 agree)`,
    );
  if (!alike(account.account_holder_name, account.owner_name))
    warn(
      "NAME_DIFFERS",
      `The holder, ${account.account_holder_name}, is not like the tenant's name, ${account.owner_name}`,
    );
  if (!bank)
    warn("IFSC_UNKNOWN", `No bank has IFSC codes that begin with ${account.ifsc_code.slice(0, 4)}`);
  else if (!alikeBanks(account.bank_name, bank.bank_name, bank.bank_code))
    warn(
      "BANK_DIFFERS",
      `${account.ifsc_code} belongs to ${bank.bank_name}, but ${account.bank_name} was typed`,
    );
  else if (!bank.known)
    warn("BRANCH_UNKNOWN", `Our list has no branch ${account.ifsc_code}; it may be a new one`);
  if (facts.rejected_at)
    warn(
      "REJECTED_BEFORE",
      `This account was rejected on ${dateTimeInIndia(facts.rejected_at).slice(0, -":00".length)}: ${facts.rejected_note ?? "no reason given"}`,
    );
  return warnings;
}
