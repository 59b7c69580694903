import { getPaymentRequest, type PaymentRequest } from "@rokad/contract/payment-requests";
import { mapPayoutFields } from "@rokad/contract/payout-fields";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { messageOf } from "../api/api-error.ts";
import { useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { countApprovals } from "../common/approvals/step-words.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { deleteDraft, draftIdOf } from "./payout-draft.ts";
import { blankPayout, type PayoutFormState } from "./payout-form.ts";
import { savedFields } from "./saved-fields.ts";

interface EditedRequestProps {
  id: string;
  form: PayoutFormState;
}

/** Fills the form with a request once, and says what saving the changes does. */
export function EditedRequest({ id, form }: EditedRequestProps) {
  const { data, error } = useApi(getPaymentRequest, { params: { id } });
  const request = data?.data;
  const user = useUser();
  const isFilled = useRef(false);
  const { reset, formState } = form;
  const { isDirty } = formState;

  useEffect(() => {
    if (!request || isFilled.current) return;
    isFilled.current = true;
    // After a reload the form has the person's own entries.
    if (!isDirty) void toForm(request).then((values) => reset(values));
  }, [request, isDirty, reset]);

  if (error && !request) {
    return (
      <Part>
        <Notice tone="bad" title="Failed to load the request">
          {messageOf(error, "We could not reach the server.")}
        </Notice>
      </Part>
    );
  }
  if (!request) return null;
  const given = request.steps.reduce((sum, step) => sum + step.given.length, 0);
  return (
    <Part>
      <Notice
        tone={given > 0 ? "warn" : "info"}
        title={`You are editing the request of ${formatMoney(request.amount)} to ${request.beneficiary_name}`}
        action={
          <Link
            to={paths.request}
            params={{ id }}
            className={buttonClass({ variant: "secondary", size: "sm" })}
            onClick={() => user && deleteDraft(draftIdOf(user.id, id))}
          >
            Keep as it was
          </Link>
        }
      >
        {given > 0
          ? `Saving makes ${countApprovals(given)} void: the steps start again.`
          : "Saving creates a new revision of the request."}
      </Notice>
    </Part>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <div className="border-t border-line px-5 py-4">{children}</div>;
}

async function toForm(request: PaymentRequest): Promise<PayoutForm> {
  return {
    ...blankPayout,
    ...mapPayoutFields((name) => request[name] ?? undefined),
    method: request.method,
    upi_id: request.upi_id ?? "",
    account_number: request.account_number ?? "",
    ifsc_code: request.ifsc_code ?? "",
    amount: request.amount.amount / 100,
    ...(request.beneficiary && (await savedFields(request.beneficiary))),
  } as PayoutForm;
}
