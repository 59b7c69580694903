import type { createPaymentRequest } from "@rokad/contract/payment-requests";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Inbox, ListChecks } from "lucide-react";
import { t } from "../language.ts";
import { useMay } from "../api/session.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { RequestView } from "./request-search.ts";

interface NoRequestsProps {
  view: RequestView;
  /** True with a status chosen. */
  filtered: boolean;
  /** Whether batches or schedules wait for the person. */
  hasOthers: boolean;
}

/** What will appear in an empty list, and the next step. */
export function NoRequests({ view, filtered, hasOthers }: NoRequestsProps) {
  const canPrepare = useMay<typeof createPaymentRequest>("prepare");
  if (filtered) {
    return (
      <EmptyState
        icon={<Inbox />}
        title={t`No requests found`}
        description={t`No request has this status`}
      />
    );
  }
  if (view === "waiting_for_me") {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={hasOthers ? t`No payment request waits for you` : t`Nothing waits for you`}
        description={t`Requests that you can approve appear here, the oldest first.`}
        action={
          <Link
            to={paths.requests}
            search={{ view: "all" }}
            className={buttonClass({ variant: "secondary" })}
          >
            {t`Show all requests`}
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<ListChecks />}
      title={view === "mine" ? t`You have no requests` : t`No requests yet`}
      description={t`A payout that needs approval appears here with its steps and who can approve it.`}
      action={
        canPrepare && (
          <Link to={paths.payouts} className={buttonClass()}>
            {t`Prepare a payout`}
          </Link>
        )
      }
    />
  );
}
