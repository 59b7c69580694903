import type { AccountCheck } from "@rokad/contract/account-check";
import { Badge } from "../ui/badge.tsx";

const words = {
  match: <Badge tone="good">Matches</Badge>,
  partial: <Badge tone="warn">Matches in part</Badge>,
  different: <Badge tone="bad">Differs</Badge>,
  unknown: null,
};

/** What the bank says of a bank account, on one line of its details. */
export function NameAtBank({ check }: { check: AccountCheck | null }) {
  if (!check) return <span className="text-muted">Not known yet</span>;
  if (check.verdict === "invalid") return <Badge tone="bad">No such account</Badge>;
  if (check.name_at_bank === null)
    return (
      <span className="text-muted" title={check.reason ?? undefined}>
        {check.verdict === "valid" ? "The bank does not tell" : "Could not be checked"}
      </span>
    );
  return (
    <>
      {check.name_at_bank} {words[check.match]}
    </>
  );
}
