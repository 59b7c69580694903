import type { ReviewWarning } from "@rokad/contract/reviews";
import { Badge } from "../../ui/badge.tsx";

/** Short texts; the full sentences are in the details and in the title. */
const shortTexts: Readonly<Record<ReviewWarning["code"], string>> = {
  AMOUNT_DIFFERS: "Amount differs",
  ARRIVED_ANOTHER_WAY: "Already arrived",
  STATEMENT_DIFFERS: "Statement differs",
  TAKEN_BACK: "Taken back",
  RECEIVING_ACCOUNT_INACTIVE: "Inactive account",
  ACCOUNT_REVOKED: "Account revoked",
  REVOKED_BEFORE: "Revoked before",
  SAME_AMOUNT: "Same amount",
  UTR_REFUSED_BEFORE: "UTR rejected before",
  UTR_SHAPE: "Unusual UTR",
  FIRST_DEPOSIT: "First deposit",
  TENANT_INACTIVE: "Inactive tenant",
  USED_BY_ANOTHER: "Used by another",
  NAME_DIFFERS: "Different name",
  NAME_AT_BANK_DIFFERS: "Different name at bank",
  BANK_KNOWS_NO_SUCH_ACCOUNT: "Account not found",
  IFSC_UNKNOWN: "Unknown IFSC",
  BANK_DIFFERS: "Different bank",
  BRANCH_UNKNOWN: "Unknown branch",
  REJECTED_BEFORE: "Rejected before",
};

/** A badge for each warning, as items of a list. */
export function WarningBadges({ of: warnings }: { of: readonly ReviewWarning[] }) {
  return warnings.map(({ code, message }) => (
    <li key={code} title={message}>
      <Badge tone={code === "FIRST_DEPOSIT" ? "info" : "warn"}>{shortTexts[code]}</Badge>
    </li>
  ));
}
