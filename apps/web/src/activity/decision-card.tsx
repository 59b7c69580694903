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
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
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
  overtaken: "Overtaken by the provider’s word",
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
              label: states[state],
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
            <WithdrawButton id={decision.id} onDone={onDone} />
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

function WithdrawButton({ id, onDone }: { id: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false);

  async function withdraw() {
    setBusy(true);
    try {
      const { message } = await send(withdrawOutcome, { params: { id } });
      toast.success(message);
      onDone();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        busyLabel="Withdrawing..."
        onClick={() => void withdraw()}
      >
        Withdraw the proposal
      </Button>
    </div>
  );
}
