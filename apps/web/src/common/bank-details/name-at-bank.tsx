import type { AccountCheck } from "@rokad/contract/account-check";
import { t } from "../../language.ts";
import { Badge } from "../../ui/badge.tsx";

const badges = {
  match: <Badge tone="good">{t`Matches`}</Badge>,
  partial: <Badge tone="warn">{t`Partial match`}</Badge>,
  different: <Badge tone="bad">{t`Different name`}</Badge>,
  unknown: null,
};

/** The account holder's name at the bank, with its match. */
export function NameAtBank({ check }: { check: AccountCheck | null }) {
  if (!check) return <span className="text-muted">{t`Not checked yet`}</span>;
  if (check.verdict === "invalid") return <Badge tone="bad">{t`Account not found`}</Badge>;
  if (check.name_at_bank === null)
    return (
      <span className="text-muted" title={check.reason ?? undefined}>
        {check.verdict === "valid" ? t`Name not available` : t`Not verified`}
      </span>
    );
  return (
    <>
      {check.name_at_bank} {badges[check.match]}
    </>
  );
}
