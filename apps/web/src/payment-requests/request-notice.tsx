import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";

/** How the request stands: its payout, why it is not sent, or how it ended. */
export function RequestNotice({ request }: { request: PaymentRequestDetail }) {
  const {
    state,
    payout,
    blocked,
    on_hold: onHold,
    closed_by: closedBy,
    closed_at: closedAt,
  } = request;
  const by = closedBy ? t` by ${closedBy.name}` : "";
  const when = closedAt ? `, ${formatDayAndTime(closedAt)}` : "";
  if (payout) {
    return (
      <Notice
        tone="good"
        title={t`Approved and sent`}
        action={
          <Link
            to={paths.payout}
            params={{ id: payout.id }}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            {t`View payout`}
          </Link>
        }
      >
        {t`Reference:`} <span className="tabular-nums">{payout.reference_id}</span>
      </Notice>
    );
  }
  if (blocked) {
    return (
      <Notice tone="warn" title={t`Approved, but not sent yet`}>
        {blocked.message.replace(/\.?$/, ".")}{" "}
        {onHold ? (
          <>
            <Money value={onHold} /> {t`stays on hold.`}
          </>
        ) : (
          t`Nothing was taken from your wallet.`
        )}
      </Notice>
    );
  }
  if (state === "rejected") {
    return (
      <Notice tone="bad" title={t`Rejected${by}${when}`}>
        {request.closing_reason}
      </Notice>
    );
  }
  if (state === "withdrawn") {
    return (
      <Notice tone="plain" title={t`Withdrawn${by}${when}`}>
        {request.closing_reason}
      </Notice>
    );
  }
  if (state === "expired") {
    return (
      <Notice tone="plain" title={t`Expired without approval`}>
        {t`Nothing is on hold for it. Prepare the payout again if it is still needed.`}
      </Notice>
    );
  }
  const { waiting_for: waiting, cooling } = request;
  if (cooling) {
    return (
      <Notice tone="warn" title={t`Can't be sent yet`}>
        {t`${cooling.sentence} Approvals stay valid; the preparer sends it afterwards.`}
      </Notice>
    );
  }
  if (waiting && waiting.people.length === 0) {
    return (
      <Notice tone="bad" title={t`Nobody can approve this request now`}>
        {t`${waiting.sentence.replace(/\.?$/, ".")} The owners are notified.`}
      </Notice>
    );
  }
  return null;
}
