import { listSchedules } from "@rokad/contract/payout-schedules";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { may, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** The schedules that the person can approve, each with the way to it. */
export function WaitingSchedules() {
  const isAsked = may(useUser(), "approve");
  const { data } = useApi(listSchedules, isAsked ? { query: { limit: 100 } } : null);
  const waiting = (data?.data ?? []).filter(({ can }) => can.includes("approve"));
  return waiting.map(({ id, beneficiary_name: name, rule_text: rule, amount }) => (
    <Notice
      key={id}
      tone="info"
      title={<span className="break-words">A schedule for {name} waits for your approval</span>}
      action={
        <Link
          to={paths.schedule}
          params={{ id }}
          aria-label={`Review the schedule for ${name}`}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          Review
        </Link>
      }
    >
      {formatMoney(amount)}. {rule}
    </Notice>
  ));
}
