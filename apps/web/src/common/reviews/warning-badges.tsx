import type { ReviewWarning } from "@rokad/contract/reviews";
import { t } from "../../super-admin-language.ts";
import { Badge } from "../../ui/badge.tsx";

/** Short texts; the full sentences are in the details and in the title. */
const shortTexts: Readonly<Record<ReviewWarning["code"], string>> = {
  AMOUNT_DIFFERS: t`Amount differs`,
  ARRIVED_ANOTHER_WAY: t`Already arrived`,
  STATEMENT_DIFFERS: t`Statement differs`,
  TAKEN_BACK: t`Taken back`,
  RECEIVING_ACCOUNT_INACTIVE: t`Inactive account`,
  ACCOUNT_REVOKED: t`Account revoked`,
  REVOKED_BEFORE: t`Revoked before`,
  SAME_AMOUNT: t`Same amount`,
  UTR_REFUSED_BEFORE: t`UTR rejected before`,
  UTR_SHAPE: t`Unusual UTR`,
  FIRST_DEPOSIT: t`First deposit`,
  TENANT_INACTIVE: t`Inactive tenant`,
  USED_BY_ANOTHER: t`Used by another`,
  NAME_DIFFERS: t`Different name`,
  NAME_AT_BANK_DIFFERS: t`Different name at bank`,
  BANK_KNOWS_NO_SUCH_ACCOUNT: t`Account not found`,
  IFSC_UNKNOWN: t`Unknown IFSC`,
  BANK_DIFFERS: t`Different bank`,
  BRANCH_UNKNOWN: t`Unknown branch`,
  REJECTED_BEFORE: t`Rejected before`,
};

/** A badge for each warning, as items of a list. */
export function WarningBadges({ of: warnings }: { of: readonly ReviewWarning[] }) {
  return warnings.map(({ code, message }) => (
    <li key={code} title={message}>
      <Badge tone={code === "FIRST_DEPOSIT" ? "info" : "warn"}>{shortTexts[code]}</Badge>
    </li>
  ));
}
