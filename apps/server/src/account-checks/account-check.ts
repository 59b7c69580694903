import type { AccountCheck } from "@rokad/contract/account-check";
import type { BankName } from "../providers/validation.ts";
import { unseal } from "../sealing/seal.ts";
import { hashOfName, type CheckRow } from "./check-queries.ts";
import { matchOf, scoreNames } from "./score-names.ts";

export type { AccountCheck } from "@rokad/contract/account-check";

/** An account with the name that somebody typed for it. */
export type AskedAccount = Pick<BankName, "of" | "typedName">;

type AnsweredRow = Pick<
  CheckRow,
  | "id"
  | "verdict"
  | "name_at_bank_sealed"
  | "match_score"
  | "typed_name_hash"
  | "reason"
  | "answered_at"
>;

/** What a bank said, beside this typed name. The provider's own score counts for the name that it was given. */
export function asAccountCheck(row: AnsweredRow, typedName: string): AccountCheck {
  const name = row.name_at_bank_sealed
    ? unseal("name at bank", row.id, row.name_at_bank_sealed)
    : null;
  const isSameName = row.typed_name_hash?.equals(hashOfName(typedName)) ?? false;
  const told = isSameName ? row.match_score : null;
  const score = name === null ? null : (told ?? scoreNames(typedName, name));
  return {
    verdict: row.verdict ?? "unknown",
    name_at_bank: name,
    match_score: score,
    match: matchOf(score),
    reason: row.reason,
    checked_at: row.answered_at?.toISOString() ?? null,
  };
}

/** Nobody was asked, or nobody has answered. */
export function couldNot(reason: string): { id: null; check: AccountCheck } {
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
