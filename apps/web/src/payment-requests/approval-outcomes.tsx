import type { PaymentRequest } from "@rokad/contract/payment-requests";
import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import type { RefCallback } from "react";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { StatusIcon } from "../ui/status-badge.tsx";

interface ApprovalOutcomesProps {
  requests: readonly PaymentRequest[];
  outcomes: readonly ApprovalOutcome[];
  first: RefCallback<HTMLElement>;
  onClose: () => void;
}

const icons: Readonly<Record<ApprovalOutcome["outcome"], string>> = {
  sent: "success",
  recorded: "success",
  waiting: "pending",
  returned: "failed",
  refused: "failed",
};

/** What needs attention comes first. */
const order: readonly ApprovalOutcome["outcome"][] = [
  "refused",
  "returned",
  "waiting",
  "recorded",
  "sent",
];

/** What became of each approval. */
export function ApprovalOutcomes(props: ApprovalOutcomesProps) {
  const { requests, outcomes, first, onClose } = props;
  const approved = outcomes.filter(
    ({ outcome }) => outcome !== "refused" && outcome !== "returned",
  );
  const sorted = outcomes.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const nameOf = (id: string) => {
    const request = requests.find((one) => one.id === id);
    return request && `${formatMoney(request.amount)} to ${request.beneficiary_name}`;
  };
  return (
    <>
      <DialogBody>
        <p role="status" className="text-sm">
          {approved.length} of {outcomes.length} approved
        </p>
        <ul className="mt-3 grid gap-3">
          {sorted.map(({ id, outcome, message }) => (
            <li key={id} className="flex items-start gap-3 text-sm">
              <StatusIcon status={icons[outcome]} className="mt-0.5 size-4" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words tabular-nums">{nameOf(id)}</p>
                <p className="text-muted">{message}</p>
              </div>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button ref={first} onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}
