import type { PaymentRequest } from "@rokad/contract/payment-requests";
import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import type { RefCallback } from "react";
import { inContext, t } from "../language.ts";
import { OutcomeList } from "../ui/outcome-list.tsx";

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
    return (
      request && inContext("payee")`${formatMoney(request.amount)} to ${request.beneficiary_name}`
    );
  };
  return (
    <OutcomeList
      summary={t`${approved.length} of ${outcomes.length} approved`}
      outcomes={sorted.map(({ id, outcome, message }) => ({
        id,
        status: icons[outcome],
        name: nameOf(id),
        message,
      }))}
      first={first}
      onClose={onClose}
    />
  );
}
