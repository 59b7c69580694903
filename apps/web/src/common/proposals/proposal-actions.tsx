import {
  confirmProposal,
  rejectProposal,
  withdrawProposal,
  type Proposal,
} from "@rokad/contract/proposals";
import type { User } from "@rokad/contract/sign-in";
import { useState } from "react";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { useMay } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { WhoMay } from "../people/who-may.tsx";
import { SignButton } from "../signing/sign-button.tsx";
import { canConfirm } from "./can-confirm.ts";
import { RejectForm } from "./reject-form.tsx";

interface ProposalActionsProps {
  proposal: Proposal;
  person: User;
  /** @param isOver true when the person's action ended the proposal. */
  onDone: (isOver: boolean) => void;
}

/** Withdraws the person's own proposal; rejects another's, or confirms it, which is signed. */
export function ProposalActions({ proposal, person, onDone }: ProposalActionsProps) {
  const [busy, setBusy] = useState(false);
  const params = { id: proposal.id };
  const { takes_effect_at: at } = proposal;
  const isScheduled = proposal.state === "scheduled";
  const canSign = useMay<typeof confirmProposal | typeof rejectProposal | typeof withdrawProposal>(
    "finance",
  );

  /** Runs an action; after a 409 the page shows what happened instead. */
  async function act(run: () => Promise<{ message: string }>): Promise<void> {
    setBusy(true);
    try {
      toast.success((await run()).message);
      onDone(true);
    } catch (error) {
      toast.error(messageOf(error));
      if (error instanceof ApiError && error.status === 409) onDone(false);
    } finally {
      setBusy(false);
    }
  }

  if (!canSign) {
    return (
      <WhoMay<typeof confirmProposal>
        needs="finance"
        action="Confirming or rejecting this change"
      />
    );
  }
  if (proposal.proposed_by.id === person.id) {
    return (
      <>
        {at === null ? (
          <Notice tone="plain">
            You proposed this. Another super admin has to confirm it. Until then nothing changes.
          </Notice>
        ) : (
          <Notice
            tone={isScheduled ? "warn" : "bad"}
            title={`Takes effect ${formatDayAndTime(at)}`}
          >
            {isScheduled
              ? "Tenants are notified. Until then nothing changes, and you can stop it."
              : "Nobody else can confirm it. If you did not propose it, withdraw it and end your other sessions."}
          </Notice>
        )}
        <div>
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            busyLabel="Withdrawing..."
            onClick={() => void act(() => send(withdrawProposal, { params }))}
          >
            Withdraw proposal
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      {isScheduled && at !== null ? (
        <Notice tone="warn" title={`Takes effect ${formatDayAndTime(at)}`}>
          Tenants are notified. Until then nothing changes, and you can stop it.
        </Notice>
      ) : (
        canConfirm(proposal, person.id) && (
          <>
            <Notice tone="warn" title="Takes effect for everyone">
              Compare each value with your own documents. You confirm exactly this change.
            </Notice>
            <SignButton
              variant="primary"
              label="Confirm change"
              onSign={() => act(() => send(confirmProposal, { params }))}
            />
          </>
        )
      )}
      <RejectForm
        busy={busy}
        onReject={(reason) => void act(() => send(rejectProposal, { params, body: { reason } }))}
      />
    </>
  );
}
