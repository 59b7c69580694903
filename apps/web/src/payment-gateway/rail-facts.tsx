import type { Rail } from "@rokad/contract/gateway";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { formatMs } from "./format-ms.ts";
import { sumWords } from "./sum-words.ts";

export function RailFacts({ rail }: { rail: Rail }) {
  const { tenant_count: tenants, tenant_only_count: only } = rail;
  return (
    <Details
      className="content-start gap-3 p-5"
      of={[
        {
          label: "Configured",
          value:
            rail.missing_settings.length === 0
              ? "Yes"
              : `Missing: ${rail.missing_settings.join(", ")}`,
        },
        { label: "Reachable", value: reachable(rail.probe) },
        { label: "Balance", value: balance(rail) },
        { label: "Last success", value: happening(rail.last_success) },
        { label: "Last error", value: happening(rail.last_error) },
        { label: "Waiting to be sent", value: sumWords(rail.waiting) },
        { label: "Sent, without an outcome yet", value: sumWords(rail.under_way) },
        {
          label: "One payout at most",
          value: `UPI ${formatMoney(rail.amount_max.upi)}, IMPS ${formatMoney(rail.amount_max.imps)}`,
        },
        {
          label: "Used by",
          value: (
            <>
              <Link
                to={superAdminPaths.tenants}
                className={buttonClass({ variant: "link", size: "text" })}
              >
                {tenants === 1 ? "1 tenant" : `${tenants.toLocaleString("en-IN")} tenants`}
              </Link>
              {only > 0 && `, ${only.toLocaleString("en-IN")} with no other`}
            </>
          ),
        },
      ]}
    />
  );
}

function reachable(probe: Rail["probe"]): string {
  if (!probe) return "Not checked yet";
  const at = formatDayAndTime(probe.at);
  return probe.error === null
    ? `Yes, in ${formatMs(probe.took_ms)} (${at})`
    : `No: ${probe.error} (${at})`;
}

function balance({ tells_balance: tells, balance: amount }: Rail): string {
  if (!tells) return "The provider does not tell";
  return amount ? formatMoney(amount) : "Not known yet";
}

function happening(what: Rail["last_success"]): string {
  return what ? `${what.what} (${formatDayAndTime(what.at)})` : "None yet";
}
