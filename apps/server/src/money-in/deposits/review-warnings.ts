import type { ReviewWarning } from "@rokad/contract/reviews";
import { dayInIndia } from "../../kernel/days.ts";
import { maskEnd, rupees } from "../../kernel/money.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { statementEvidence } from "./statement-evidence.ts";
import { utrWarning } from "./utr-warnings.ts";

interface PendingDeposit {
  readonly amount_paise: bigint;
  readonly utr_reference: string;
  readonly ifsc_code: string | null;
  readonly bank_name: string | null;
  readonly owner_is_active: boolean;
  /** The receiving account of the request; null if it named none. */
  readonly sent_to_bank: string | null;
  readonly sent_to_end: string | null;
  readonly sent_to_is_active: boolean | null;
}

/**
 * Warnings for the reviewer, the most serious first.
 * @param shownLineId a statement line that the reviewer sees with its own reason.
 */
export function warningsOf(
  deposit: PendingDeposit,
  facts: ReviewFacts,
  shownLineId?: string,
): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  const warn = (code: ReviewWarning["code"], message: string) => warnings.push({ code, message });
  if (facts.taken_back_on !== null)
    warn(
      "TAKEN_BACK",
      `A bank statement shows this transfer as taken back on ${dayInIndia(facts.taken_back_on)}`,
    );
  if (facts.revoked_at)
    warn(
      "ACCOUNT_REVOKED",
      `Its bank account was revoked on ${minuteInIndia(facts.revoked_at)}: ${facts.revocation_reason ?? ""}`,
    );
  const evidence = statementEvidence(deposit.amount_paise, facts);
  if (evidence?.verdict === "differs" && facts.statement_line_id !== shownLineId)
    warn(
      evidence.paise === deposit.amount_paise ? "STATEMENT_DIFFERS" : "AMOUNT_DIFFERS",
      evidence.message,
    );
  if (facts.arrived_at) {
    const utr = facts.arrived_utr === null ? "" : `, with UTR ${facts.arrived_utr}`;
    const through = `on ${minuteInIndia(facts.arrived_at)} through a virtual account${utr}`;
    warn(
      "ARRIVED_ANOTHER_WAY",
      facts.arrived_state === "suspense"
        ? `${rupees(deposit.amount_paise)} arrived ${through}, and is in suspense`
        : `${rupees(deposit.amount_paise)} from this account already arrived ${through}`,
    );
  }
  if (facts.same_amount_at)
    warn(
      "SAME_AMOUNT",
      `${rupees(deposit.amount_paise)} was also requested from this account${of(facts.same_amount_tenant)} on ${minuteInIndia(facts.same_amount_at)}, with UTR ${facts.same_amount_utr} (${facts.same_amount_status})`,
    );
  if (facts.rejected_at)
    warn(
      "UTR_REFUSED_BEFORE",
      `A deposit with this UTR${of(facts.rejected_tenant)} was rejected on ${minuteInIndia(facts.rejected_at)}: ${facts.rejected_note ?? "no reason given"}`,
    );
  const { ifsc_code, bank_name } = deposit;
  const utrMessage =
    ifsc_code === null || bank_name === null
      ? undefined
      : utrWarning({ ...deposit, ifsc_code, bank_name });
  if (utrMessage) warn("UTR_SHAPE", utrMessage);
  if (facts.is_first) warn("FIRST_DEPOSIT", "No deposit of this tenant was credited before");
  if (deposit.sent_to_is_active === false)
    warn(
      "RECEIVING_ACCOUNT_INACTIVE",
      `Sent to ${deposit.sent_to_bank ?? ""} ${maskEnd(deposit.sent_to_end ?? "")}, which is no longer active. Check its statement`,
    );
  if (!deposit.owner_is_active) warn("TENANT_INACTIVE", "The tenant's account is not active");
  return warnings;
}

const of = (tenant: string | null) => (tenant === null ? "" : ` by ${tenant}`);
