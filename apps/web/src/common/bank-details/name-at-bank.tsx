import type { AccountCheck } from "@rokad/contract/account-check";
import { Badge } from "../../ui/badge.tsx";

const badges = {
  match: <Badge tone="good">Matches</Badge>,
  partial: <Badge tone="warn">Partial match</Badge>,
  different: <Badge tone="bad">Different name</Badge>,
  unknown: null,
};

/** The account holder's name at the bank, with its match. */
export function NameAtBank({ check }: { check: AccountCheck | null }) {
  if (!check) return <span className="text-muted">Not checked yet</span>;
  if (check.verdict === "invalid") return <Badge tone="bad">Account not found</Badge>;
  if (check.name_at_bank === null)
    return (
      <span className="text-muted" title={check.reason ?? undefined}>
        {check.verdict === "valid" ? "Name not available" : "Not verified"}
      </span>
    );
  return (
    <>
      {check.name_at_bank} {badges[check.match]}
    </>
  );
}
