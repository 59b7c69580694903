import type { Rail } from "@rokad/contract/gateway";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { formatMs } from "../ui/format-ms.ts";
import { balanceDetails } from "../common/rails/balance-details.tsx";
import { describeTotal } from "../common/rails/describe-total.ts";

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
        { label: "Reachable", value: describeProbe(rail.probe) },
        ...balanceDetails(rail),
        { label: "Last success", value: describeEvent(rail.last_success) },
        { label: "Last error", value: describeEvent(rail.last_error) },
        { label: "Waiting to be sent", value: describeTotal(rail.waiting) },
        { label: "Sent, no outcome yet", value: describeTotal(rail.in_progress) },
        {
          label: "Maximum payout",
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
              {only > 0 && `, ${only.toLocaleString("en-IN")} with no other provider`}
            </>
          ),
        },
      ]}
    />
  );
}

function describeProbe(probe: Rail["probe"]): string {
  if (!probe) return "Not checked yet";
  const at = formatDayAndTime(probe.at);
  return probe.error === null
    ? `Yes, in ${formatMs(probe.took_ms)} (${at})`
    : `No: ${probe.error} (${at})`;
}

function describeEvent(event: Rail["last_success"]): string {
  return event ? `${event.what} (${formatDayAndTime(event.at)})` : "None yet";
}
