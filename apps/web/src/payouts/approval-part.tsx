import type { PlatformConfig } from "@rokad/contract/platform";
import type { Money } from "@rokad/money/money";
import { lazy, Suspense, useEffect } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { Notice } from "../ui/notice.tsx";
import type { PayoutFormState } from "./payout-form.ts";
import {
  asksApproval,
  describeNeed,
  isApprovalCertain,
  useApprovalNeed,
} from "./use-approval-need.ts";
import type { PricedOrder } from "./use-payment.ts";

// Only an edit reads the request.
const EditedRequest = lazy(async () => ({
  default: (await import("./edited-request.tsx")).EditedRequest,
}));

const RequestDialog = lazy(async () => ({
  default: (await import("./request-dialog.tsx")).RequestDialog,
}));

interface ApprovalPartProps {
  form: PayoutFormState;
  /** The payment request that the form edits; undefined for a new payout. */
  editedId: string | undefined;
  /** False for a person who only prepares. */
  canPay: boolean;
  config: PlatformConfig | undefined;
  balance: Money | undefined;
  /** The order to submit, once the person pressed the button. */
  ordered: PricedOrder | undefined;
  onClosed: () => void;
  /** Whether every payout like this one needs approval. */
  onNeed: (needsApproval: boolean) => void;
}

/** Says above the button who must approve the payout, and submits it as a request. */
export function ApprovalPart(props: ApprovalPartProps) {
  const { form, editedId, canPay, config, ordered, onClosed, onNeed } = props;
  const [method, rupees] = useWatch({ control: form.control, name: ["method", "amount"] });
  const need = useApprovalNeed(method, rupees);
  const isCertain = isApprovalCertain(need);
  const isShown = need && (!canPay || asksApproval(need.new) || asksApproval(need.known));
  const problem = need && (need.new.problem ?? need.known.problem);

  useEffect(() => onNeed(isCertain), [isCertain, onNeed]);

  return (
    <>
      <Suspense>{editedId !== undefined && <EditedRequest id={editedId} form={form} />}</Suspense>
      {isShown && (
        <div role="status" className="border-t border-line px-5 py-4">
          <Notice
            tone={problem ? "warn" : "info"}
            title={isCertain || !canPay ? t`Needs approval` : t`May need approval`}
          >
            {describeNeed(need, !canPay || isCertain).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {problem && <p className="text-text">{problem}</p>}
          </Notice>
        </div>
      )}
      <Suspense>
        {ordered && (
          <RequestDialog
            form={form}
            editedId={editedId}
            pricedOrder={ordered}
            need={need}
            gstPercent={config?.gst_percent ?? 0}
            balance={props.balance}
            onClosed={onClosed}
          />
        )}
      </Suspense>
    </>
  );
}
