import { getPaymentRequest, type PaymentRequest } from "@rokad/contract/payment-requests";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { personKey } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { countApprovals } from "../common/approvals/step-words.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { draftOfRequest, editedHash } from "./edited-draft.ts";
import { deleteDraft, draftIdOf } from "./payout-draft.ts";
import type { PayoutFormState } from "./payout-form.ts";

interface EditedRequestProps {
  id: string;
  form: PayoutFormState;
}

/** Fills the form with a request once, and says what saving the changes does. */
export function EditedRequest({ id, form }: EditedRequestProps) {
  const { data, error } = useApi(getPaymentRequest, { params: { id } });
  const request = data?.data;
  const isFilled = useRef(false);
  const { reset, formState } = form;
  const { isDirty } = formState;
  const draft = useWatch({ control: form.control });
  const [problem, setProblem] = useState<string>();
  const fill = useCallback(
    (from: PaymentRequest) =>
      void draftOfRequest(from).then(
        (values) => {
          reset(values);
          setProblem(undefined);
        },
        (failure: unknown) => setProblem(messageOf(failure, t`We could not reach the server.`)),
      ),
    [reset],
  );

  useEffect(() => {
    if (!request || isFilled.current) return;
    isFilled.current = true;
    // After a reload the form has the person's own entries.
    if (!isDirty) fill(request);
  }, [request, isDirty, fill]);

  if (error && !request) {
    return (
      <Part>
        <Notice tone="bad" title={t`Failed to load the request`}>
          {messageOf(error, t`We could not reach the server.`)}
        </Notice>
      </Part>
    );
  }
  if (!request) return null;
  if (problem !== undefined) {
    return (
      <Part>
        <Notice
          tone="bad"
          title={t`The request was not loaded into the form`}
          action={
            <Button variant="secondary" size="sm" onClick={() => fill(request)}>
              {t`Load it again`}
            </Button>
          }
        >
          {problem}
        </Notice>
      </Part>
    );
  }
  if (editedHash(draft, request) !== request.content_hash) {
    return (
      <Part>
        <Notice
          tone="warn"
          title={t`This request changed since you began to edit it`}
          action={
            <Button variant="secondary" size="sm" onClick={() => fill(request)}>
              {t`Load it again`}
            </Button>
          }
        >
          {t`Your changes can’t be saved over it. Load it again and repeat them.`}
        </Notice>
      </Part>
    );
  }
  const given = request.steps.reduce((sum, step) => sum + step.given.length, 0);
  return (
    <Part>
      <Notice
        tone={given > 0 ? "warn" : "info"}
        title={t`You are editing the request of ${formatMoney(request.amount)} to ${request.beneficiary_name}`}
        action={
          <Link
            to={paths.request}
            params={{ id }}
            className={buttonClass({ variant: "secondary", size: "sm" })}
            onClick={() => deleteDraft(draftIdOf(personKey(), id))}
          >
            {t`Keep as it was`}
          </Link>
        }
      >
        {given > 0
          ? t`Saving makes ${countApprovals(given)} void: the steps start again.`
          : t`Saving creates a new revision of the request.`}
      </Notice>
    </Part>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <div className="border-t border-line px-5 py-4">{children}</div>;
}
