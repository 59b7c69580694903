import type { Rail } from "@rokad/contract/gateway";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../../super-admin-language.ts";
import { superAdminPaths } from "../../paths.ts";
import { TimeAgo } from "../../ui/age.tsx";
import { buttonClass } from "../../ui/button.tsx";
import type { Detail } from "../../ui/details.tsx";
import { formatRunway } from "../../ui/runway.ts";

/** The balance with a provider, and how long it lasts. */
export function balanceDetails(rail: Rail): (Detail | false)[] {
  return [
    { label: t`Balance`, value: <Balance of={rail} /> },
    rail.reports_balance && { label: t`Lasts`, value: describeRunway(rail) },
  ];
}

function Balance({ of: rail }: { of: Rail }) {
  const { reports_balance: isReported, balance, balance_read_at: readAt, balance_problem } = rail;
  if (!isReported) return t`Not reported by this provider`;
  if (!balance) return t`Not reported yet`;
  return (
    <>
      <Link to={superAdminPaths.float} className={buttonClass({ variant: "link", size: "text" })}>
        {formatMoney(balance)}
      </Link>
      {balance_problem && t` (last known)`}
      {readAt && t`, read ${<TimeAgo of={readAt} />}`}
    </>
  );
}

function describeRunway({ runway_hours: hours }: Rail): string {
  if (hours === null) return t`No payouts in the last 24 hours`;
  return t`${formatRunway(hours)} at the rate of the last 24 hours`;
}
