import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

/** How the request stands: its payout, why it is not sent, or how it ended. */
export function RequestNotice({ request }: { request: PaymentRequestDetail }) {
  const { state, payout, blocked, closed_by: closedBy, closed_at: closedAt } = request;
  const by = closedBy ? ` by ${closedBy.name}` : "";
  const when = closedAt ? `, ${formatDayAndTime(closedAt)}` : "";
  if (payout) {
    return (
      <Notice
        tone="good"
        title="Approved and sent"
        action={
          <Link
            to={paths.payout}
            params={{ id: payout.id }}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            View payout
          </Link>
        }
      >
        Reference: <span className="tabular-nums">{payout.reference_id}</span>
      </Notice>
    );
  }
  if (blocked) {
    return (
      <Notice tone="warn" title="Approved, but not sent yet">
        {blocked.message.replace(/\.?$/, ".")} Nothing was taken from your wallet.
      </Notice>
    );
  }
  if (state === "rejected") {
    return (
      <Notice tone="bad" title={`Rejected${by}${when}`}>
        {request.closing_reason}
      </Notice>
    );
  }
  if (state === "withdrawn") {
    return (
      <Notice tone="plain" title={`Withdrawn${by}${when}`}>
        {request.closing_reason}
      </Notice>
    );
  }
  if (state === "expired") {
    return (
      <Notice tone="plain" title="Expired without approval">
        Nothing was taken from your wallet. Prepare the payout again if it is still needed.
      </Notice>
    );
  }
  const waiting = request.waiting_for;
  if (waiting && waiting.people.length === 0) {
    return (
      <Notice tone="bad" title="Nobody can approve this request now">
        {waiting.sentence.replace(/\.?$/, ".")} The owners are notified.
      </Notice>
    );
  }
  return null;
}
