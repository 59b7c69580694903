import {
  confirmOutcome,
  sendConfirmationCode,
  withdrawOutcome,
  type OutcomeDecision,
  type PayoutOutcome,
} from "@rokad/contract/payout-outcomes";
import type { User } from "@rokad/contract/sign-in";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { untilWord } from "./ages.ts";
import { SignStep } from "./sign-step.tsx";
import { useNow } from "./use-now.ts";

interface DecisionCardProps {
  decision: OutcomeDecision;
  payout: PayoutOutcome;
  person: User;
  onDone: () => void;
}

const states = {
  proposed: "Proposed",
  confirmed: "Confirmed",
  withdrawn: "Withdrawn",
  refused: "Refused",
  overtaken: "Overtaken by the provider’s word",
} as const;

/** Before who closed it, and when. */
const closingWords = {
  proposed: "Closed by",
  confirmed: "Confirmed by",
  withdrawn: "Withdrawn by",
  refused: "Refused by",
  overtaken: "Overtaken",
} as const;

/** A proposal, who made it and what became of it; while it is open, what one may do with it. */
export function DecisionCard({ decision, payout, person, onDone }: DecisionCardProps) {
  const { outcome, proposed_by: proposer, state } = decision;
  const isOpen = state === "proposed";
  const isOwn = proposer.id === person.id;
  return (
    <Notice
      tone={isOpen ? "warn" : "plain"}
      title={`${states[state]}: it ${outcome === "paid" ? "was paid" : "has failed"}`}
    >
      <div className="grid gap-3">
        <Details
          of={[
            {
              label: "Proposed by",
              value: `${proposer.name}, ${formatDayAndTime(decision.proposed_at)}`,
            },
            decision.closed_at !== null && {
              label: closingWords[state],
              value: [decision.closed_by, formatDayAndTime(decision.closed_at)]
                .filter(Boolean)
                .join(", "),
            },
            decision.utr !== null && { label: "UTR", value: decision.utr },
            { label: "Reason", value: decision.reason },
            { label: "The provider had said", value: decision.provider_said },
          ]}
        />
        <p className="whitespace-pre-line break-words">{decision.evidence}</p>
        {isOpen && (
          <>
            <p>{meaning(payout, outcome)} Nothing of it is sent meanwhile.</p>
            {isOwn ? (
              <p>You proposed this, so a second super admin has to confirm it.</p>
            ) : (
              <Confirmation {...{ decision, payout, person, onDone }} />
            )}
            <WithdrawButton {...{ decision, isOwn, onDone }} />
          </>
        )}
      </div>
    </Notice>
  );
}

/** Once no worker can still be sending it. */
function Confirmation({ decision, payout, person, onDone }: DecisionCardProps) {
  const now = useNow();
  if (new Date(decision.confirmable_at).getTime() > now) {
    return (
      <p>
        It can be confirmed {untilWord(decision.confirmable_at, now)}: until then a worker may still
        be sending it.
      </p>
    );
  }
  return (
    <SignStep
      mobile={person.phone}
      askLabel="Send me the code to confirm it"
      signLabel={decision.outcome === "paid" ? "Confirm: it was paid" : "Confirm: it has failed"}
      ask={() => send(sendConfirmationCode, { params: { id: decision.id } })}
      onSign={async (otp) => {
        await send(confirmOutcome, { params: { id: decision.id }, body: { otp } });
        toast.success(`${payout.reference_id} is decided`);
        onDone();
      }}
    />
  );
}

function meaning({ total, tenant }: PayoutOutcome, outcome: "paid" | "failed"): string {
  return outcome === "paid"
    ? `Once confirmed, ${formatMoney(total)} of ${tenant.name} counts as spent.`
    : `Once confirmed, ${formatMoney(total)} is back in the wallet of ${tenant.name}.`;
}

interface WithdrawButtonProps {
  decision: OutcomeDecision;
  isOwn: boolean;
  onDone: () => void;
}

/** One's own proposal is withdrawn, another's is refused; either is asked once more. */
function WithdrawButton({ decision, isOwn, onDone }: WithdrawButtonProps) {
  const [open, setOpen] = useState(false);
  const proposer = isOwn ? "you" : decision.proposed_by.name;
  const act = isOwn ? "Withdraw the proposal" : "Refuse the proposal";
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {act}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${act}?`}
        label={act}
        busyLabel={isOwn ? "Withdrawing..." : "Refusing..."}
        keepLabel="Let it stand"
        onConfirm={async () => {
          const { message } = await send(withdrawOutcome, { params: { id: decision.id } });
          onDone();
          return isOwn ? message : "Refused: the payout goes on as before";
        }}
      >
        <p>
          What {proposer} proposed counts no more, and the payout goes on as before: its provider is
          asked about it. Whoever still holds it for right has to propose and sign it anew.
        </p>
      </ConfirmDialog>
    </div>
  );
}
