import type { Rail } from "@rokad/contract/gateway";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
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
          label: t`Configured`,
          value:
            rail.missing_settings.length === 0
              ? t`Yes`
              : t`Missing: ${rail.missing_settings.join(", ")}`,
        },
        { label: t`Reachable`, value: describeProbe(rail.probe) },
        ...balanceDetails(rail),
        { label: t`Last success`, value: describeEvent(rail.last_success) },
        { label: t`Last error`, value: describeEvent(rail.last_error) },
        { label: t`Waiting to be sent`, value: describeTotal(rail.waiting) },
        { label: t`Sent, no outcome yet`, value: describeTotal(rail.in_progress) },
        {
          label: t`Maximum payout`,
          value: t`UPI ${formatMoney(rail.amount_max.upi)}, IMPS ${formatMoney(rail.amount_max.imps)}`,
        },
        {
          label: t`Used by`,
          value: (
            <>
              <Link
                to={superAdminPaths.tenants}
                className={buttonClass({ variant: "link", size: "text" })}
              >
                {tenants === 1 ? t`1 tenant` : t`${tenants.toLocaleString("en-IN")} tenants`}
              </Link>
              {only > 0 && t`, ${only.toLocaleString("en-IN")} with no other provider`}
            </>
          ),
        },
      ]}
    />
  );
}

function describeProbe(probe: Rail["probe"]): string {
  if (!probe) return t`Not checked yet`;
  const at = formatDayAndTime(probe.at);
  return probe.error === null
    ? t`Yes, in ${formatMs(probe.took_ms)} (${at})`
    : t`No: ${probe.error} (${at})`;
}

function describeEvent(event: Rail["last_success"]): string {
  return event ? `${event.what} (${formatDayAndTime(event.at)})` : t`None yet`;
}
