import {
  getPaymentRequest,
  listPaymentRequests,
  submitPaymentRequest,
  type PaymentRequestDetail,
} from "@rokad/contract/payment-requests";
import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import type { RequestAct } from "@rokad/contract/request-states";
import { sendApprovedRequest } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { Check, Pencil, Send, Undo2, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { approveRequests } from "./approve-requests.ts";

const EndDialogs = lazy(async () => ({
  default: (await import("./end-dialogs.tsx")).EndDialogs,
}));

/** What the person can do now, as the server says. */
export function RequestActions({ request }: { request: PaymentRequestDetail }) {
  const { id, content_hash } = request;
  // Kept while the dialog closes.
  const [asking, setAsking] = useState<"withdraw" | "reject">();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState<"approve" | "submit" | "send">();
  const can = (act: RequestAct) => request.can.includes(act) && !currentViewing();
  const amount = formatMoney(request.amount);
  const input = { params: { id }, body: { content_hash } };

  function ask(what: NonNullable<typeof asking>) {
    setAsking(what);
    setIsAsking(true);
  }

  async function run(name: NonNullable<typeof busy>, work: () => Promise<string>) {
    setBusy(name);
    try {
      toast.success(await work());
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshRequests();
      setBusy(undefined);
    }
  }

  async function approve(): Promise<string> {
    const [outcome] = await approveRequests([request]);
    const isApproved = outcome && outcome.outcome !== "refused" && outcome.outcome !== "returned";
    if (!isApproved) throw new ApiError({ status: 409, message: outcome?.message });
    return outcome.message;
  }

  return (
    <>
      {can("withdraw") && (
        <Button variant="secondary" icon={<Undo2 />} onClick={() => ask("withdraw")}>
          {t`Withdraw`}
        </Button>
      )}
      {can("edit") && (
        <Link
          to={paths.payouts}
          search={{ request: id }}
          className={buttonClass({ variant: "secondary" })}
        >
          <Pencil aria-hidden />
          {t`Edit`}
        </Link>
      )}
      {can("reject") && (
        <Button variant="danger" icon={<X />} onClick={() => ask("reject")}>
          {t`Reject`}
        </Button>
      )}
      {can("submit") && (
        <Button
          icon={<Send />}
          busy={busy === "submit"}
          busyLabel={t`Submitting...`}
          onClick={() =>
            void run("submit", async () => (await send(submitPaymentRequest, input)).message)
          }
        >
          {t`Submit for approval`}
        </Button>
      )}
      {can("send") && (
        <Button
          icon={<Send />}
          busy={busy === "send"}
          busyLabel={t`Sending...`}
          onClick={() =>
            void run(
              "send",
              async () => (await sendIdempotent(sendApprovedRequest, input)).data.message,
            )
          }
        >
          {t`Send ${amount}`}
        </Button>
      )}
      {can("approve") && (
        <Button
          icon={<Check />}
          busy={busy === "approve"}
          busyLabel={t`Approving...`}
          onClick={() => void run("approve", approve)}
        >
          {t`Approve ${amount}`}
        </Button>
      )}
      <Suspense>
        {asking && (
          <EndDialogs
            request={request}
            asking={isAsking ? asking : undefined}
            onClose={() => setIsAsking(false)}
            refresh={refreshRequests}
          />
        )}
      </Suspense>
    </>
  );
}

function refreshRequests(): Promise<void> {
  return refreshApi(getPaymentRequest, listPaymentRequests, listWaitingApprovals);
}
