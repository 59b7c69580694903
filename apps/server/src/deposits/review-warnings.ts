import type { ReviewWarning } from "@rokad/contract/reviews";
import { dateTimeInIndia } from "../days.ts";
import { rupees } from "../money.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { utrDoubt } from "./utr-doubt.ts";

interface Asked {
  readonly amount_paise: bigint;
  readonly utr_reference: string;
  readonly ifsc_code: string | null;
  readonly bank_name: string | null;
  readonly owner_is_active: boolean;
}

/** What a reviewer should look at twice, the gravest first. */
export function warningsOf(deposit: Asked, facts: ReviewFacts): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (facts.twin_at)
    warn(
      "SAME_AMOUNT",
      `${rupees(deposit.amount_paise)} from this account was also asked for${of(facts.twin_tenant)} on ${time(facts.twin_at)}, with UTR ${facts.twin_utr} (${facts.twin_status})`,
    );
  if (facts.refused_at)
    warn(
      "UTR_REFUSED_BEFORE",
      `A deposit with this UTR${of(facts.refused_tenant)} was rejected on ${time(facts.refused_at)}: ${facts.refused_note ?? "no reason given"}`,
    );
  const { ifsc_code, bank_name } = deposit;
  const doubt =
    ifsc_code === null || bank_name === null
      ? undefined
      : utrDoubt({ ...deposit, ifsc_code, bank_name });
  if (doubt) warn("UTR_SHAPE", doubt);
  if (facts.is_first) warn("FIRST_DEPOSIT", "Nothing was ever credited to this tenant before");
  if (!deposit.owner_is_active) warn("TENANT_INACTIVE", "The tenant's account is not active");
  return warnings;
}

const time = (at: Date) => dateTimeInIndia(at).slice(0, -":00".length);
const of = (tenant: string | null) => (tenant === null ? "" : ` by ${tenant}`);
