import type { AccountCheck } from "@rokad/contract/account-check";
import type { ValidationRequest } from "../../providers/validation.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { hashName, type RecentAnswer } from "./check-queries.ts";
import { matchOf, scoreNames } from "./score-names.ts";

export type { AccountCheck } from "@rokad/contract/account-check";

/** An account with the holder name that the person typed. */
export type AccountToCheck = Pick<ValidationRequest, "destination" | "typedName">;

/**
 * The bank's answer, compared with a typed name. The provider's own score only counts for the name
 * that the provider received.
 */
export function asAccountCheck(row: RecentAnswer, typedName: string): AccountCheck {
  const name = row.name_at_bank_encrypted
    ? decrypt("name at bank", row.id, row.name_at_bank_encrypted)
    : null;
  const isSameName = row.typed_name_hash?.equals(hashName(typedName)) ?? false;
  const providerScore = isSameName ? row.match_score : null;
  const score = name === null ? null : (providerScore ?? scoreNames(typedName, name));
  return {
    verdict: row.verdict ?? "unknown",
    name_at_bank: name,
    match_score: score,
    match: matchOf(score),
    reason: row.reason,
    checked_at: row.answered_at?.toISOString() ?? null,
  };
}

/** A check without an answer, with the reason. */
export function unknownCheck(reason: string): { id: null; check: AccountCheck } {
  return {
    id: null,
    check: {
      verdict: "unknown",
      name_at_bank: null,
      match_score: null,
      match: "unknown",
      reason,
      checked_at: null,
    },
  };
}
