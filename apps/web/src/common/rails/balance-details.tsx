import type { Rail } from "@rokad/contract/gateway";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { superAdminPaths } from "../../paths.ts";
import { Age } from "../../ui/age.tsx";
import { buttonClass } from "../../ui/button.tsx";
import type { Detail } from "../../ui/details.tsx";
import { formatRunway } from "../../ui/runway.ts";

/** The balance with a provider, and how long it lasts. */
export function balanceDetails(rail: Rail): (Detail | false)[] {
  return [
    { label: "Balance", value: <Balance of={rail} /> },
    rail.reports_balance && { label: "Lasts", value: describeRunway(rail) },
  ];
}

function Balance({ of: rail }: { of: Rail }) {
  const { reports_balance: isReported, balance, balance_read_at: readAt, balance_problem } = rail;
  if (!isReported) return "Not reported by this provider";
  if (!balance) return "Not reported yet";
  return (
    <>
      <Link to={superAdminPaths.float} className={buttonClass({ variant: "link", size: "text" })}>
        {formatMoney(balance)}
      </Link>
      {balance_problem && " (last known)"}
      {readAt && (
        <>
          , read <Age of={readAt} plain /> ago
        </>
      )}
    </>
  );
}

function describeRunway({ runway_hours: hours }: Rail): string {
  if (hours === null) return "No payouts in the last 24 hours";
  return `${formatRunway(hours)} at the rate of the last 24 hours`;
}
