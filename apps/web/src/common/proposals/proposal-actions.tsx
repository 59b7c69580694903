import {
  confirmProposal,
  rejectProposal,
  withdrawProposal,
  type Proposal,
} from "@rokad/contract/proposals";
import type { User } from "@rokad/contract/sign-in";
import { useState } from "react";
import { t } from "../../super-admin-language.ts";
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
        action={t`Confirming or rejecting this change`}
      />
    );
  }
  if (proposal.proposed_by.id === person.id) {
    return (
      <>
        {at === null ? (
          <Notice tone="plain">
            {t`You proposed this. Another super admin has to confirm it. Until then nothing changes.`}
          </Notice>
        ) : (
          <Notice
            tone={isScheduled ? "warn" : "bad"}
            title={t`Takes effect ${formatDayAndTime(at)}`}
          >
            {isScheduled
              ? t`Tenants are notified. Until then nothing changes, and you can stop it.`
              : t`Nobody else can confirm it. If you did not propose it, withdraw it and end your other sessions.`}
          </Notice>
        )}
        <div>
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            busyLabel={t`Withdrawing...`}
            onClick={() => void act(() => send(withdrawProposal, { params }))}
          >
            {t`Withdraw proposal`}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      {isScheduled && at !== null ? (
        <Notice tone="warn" title={t`Takes effect ${formatDayAndTime(at)}`}>
          {t`Tenants are notified. Until then nothing changes, and you can stop it.`}
        </Notice>
      ) : (
        canConfirm(proposal, person.id) && (
          <>
            <Notice tone="warn" title={t`Takes effect for everyone`}>
              {t`Compare each value with your own documents. You confirm exactly this change.`}
            </Notice>
            <SignButton
              variant="primary"
              label={t`Confirm change`}
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
