import {
  confirmOutcome,
  withdrawOutcome,
  type OutcomeDecision,
  type PayoutOutcome,
} from "@rokad/contract/payout-outcomes";
import type { User } from "@rokad/contract/sign-in";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { formatTimeUntil } from "./format-age.ts";
import { SignButton } from "../common/signing/sign-button.tsx";
import { useNow } from "./use-now.ts";

interface DecisionCardProps {
  decision: OutcomeDecision;
  payout: PayoutOutcome;
  person: User;
  onDone: () => void;
}

const states = {
  proposed: t`Proposed`,
  confirmed: t`Confirmed`,
  withdrawn: t`Withdrawn`,
  refused: t`Rejected`,
  overtaken: t`Superseded by the provider’s answer`,
} as const;

/** Labels for the person who closed the proposal, and the time. */
const closingLabels = {
  proposed: t`Closed by`,
  confirmed: t`Confirmed by`,
  withdrawn: t`Withdrawn by`,
  refused: t`Rejected by`,
  overtaken: t`Superseded`,
} as const;

/** A proposal with its author and state; an open one has its actions. */
export function DecisionCard({ decision, payout, person, onDone }: DecisionCardProps) {
  const { outcome, proposed_by: proposer, state } = decision;
  const isOpen = state === "proposed";
  const isOwn = proposer.id === person.id;
  return (
    <Notice tone={isOpen ? "warn" : "plain"} title={`${states[state]}: ${outcome}`}>
      <div className="grid gap-3">
        <Details
          of={[
            {
              label: t`Proposed by`,
              value: `${proposer.name}, ${formatDayAndTime(decision.proposed_at)}`,
            },
            decision.closed_at !== null && {
              label: closingLabels[state],
              value: [decision.closed_by, formatDayAndTime(decision.closed_at)]
                .filter(Boolean)
                .join(", "),
            },
            decision.utr !== null && { label: "UTR", value: decision.utr },
            { label: t`Reason`, value: decision.reason },
            { label: t`Provider's last answer`, value: decision.provider_said },
          ]}
        />
        <p className="whitespace-pre-line break-words">{decision.evidence}</p>
        {isOpen && (
          <>
            <p>{t`${describeEffect(payout, outcome)} The payout is not sent meanwhile.`}</p>
            {isOwn && <p>{t`You proposed this. A second super admin must confirm it.`}</p>}
            <Permitted<typeof confirmOutcome | typeof withdrawOutcome> needs="operate">
              {!isOwn && <Confirmation {...{ decision, payout, onDone }} />}
              <WithdrawButton {...{ decision, isOwn, onDone }} />
            </Permitted>
          </>
        )}
      </div>
    </Notice>
  );
}

type ConfirmationProps = Omit<DecisionCardProps, "person">;

/** Available when no worker can still be sending the payout. */
function Confirmation({ decision, payout, onDone }: ConfirmationProps) {
  const now = useNow();
  if (new Date(decision.confirmable_at).getTime() > now) {
    return (
      <p>
        {t`You can confirm ${formatTimeUntil(decision.confirmable_at, now)}: a worker may still be sending the payout.`}
      </p>
    );
  }
  return (
    <SignButton
      label={t`Confirm: ${decision.outcome}`}
      onSign={async () => {
        await send(confirmOutcome, { params: { id: decision.id } });
        toast.success(t`Outcome of ${payout.reference_id} confirmed`);
        onDone();
      }}
    />
  );
}

function describeEffect({ total, tenant }: PayoutOutcome, outcome: "paid" | "failed"): string {
  return outcome === "paid"
    ? t`After confirmation, ${tenant.name} has spent ${formatMoney(total)}.`
    : t`After confirmation, ${formatMoney(total)} is back in ${tenant.name}’s wallet.`;
}

interface WithdrawButtonProps {
  decision: OutcomeDecision;
  isOwn: boolean;
  onDone: () => void;
}

/** Withdraws the person's own proposal or rejects another's, after confirmation. */
function WithdrawButton({ decision, isOwn, onDone }: WithdrawButtonProps) {
  const [open, setOpen] = useState(false);
  const action = isOwn ? t`Withdraw proposal` : t`Reject proposal`;
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${action}?`}
        label={action}
        busyLabel={isOwn ? t`Withdrawing...` : t`Rejecting...`}
        keepLabel={t`Keep proposal`}
        onConfirm={async () => {
          const answer = await send(withdrawOutcome, { params: { id: decision.id } });
          return isOwn
            ? answer
            : { message: t`Proposal rejected. The provider is asked for the outcome again.` };
        }}
        refresh={onDone}
      >
        <p>
          {t`The proposal ends, and the provider is asked for the outcome again. A new proposal needs a new signature.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}
