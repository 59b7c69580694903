import { listPayoutBatches } from "@rokad/contract/payout-batches";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { hasFeature, may, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** The newest batches that the person can approve, each with the way to it. */
export function WaitingBatches() {
  const user = useUser();
  const isAsked = may(user, "approve") && hasFeature(user, "bulk_payouts");
  const { data } = useApi(listPayoutBatches, isAsked ? { query: {} } : null);
  const waiting = (data?.data ?? []).filter(({ can }) => can.includes("approve"));
  return waiting.map(({ id, file_name: name, rows, amount }) => (
    <Notice
      key={id}
      tone="info"
      title={<span className="break-all">{name} waits for your approval</span>}
      action={
        <Link
          to={paths.bulkPayout}
          params={{ id }}
          aria-label={`Review ${name}`}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          Review
        </Link>
      }
    >
      {rows.toLocaleString("en-IN")} payouts, {formatMoney(amount)}
    </Notice>
  ));
}
