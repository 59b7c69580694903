import type { PaymentRequest } from "@rokad/contract/payment-requests";
import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { ApprovalOutcomes } from "./approval-outcomes.tsx";
import { approveRequests } from "./approve-requests.ts";
import { fullDestination, stepOf } from "./request-labels.ts";
import { sumRequests } from "./sum-requests.ts";

interface ApproveDialogProps {
  requests: readonly PaymentRequest[];
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onDecided: () => void;
}

/** Lists what one signature approves, asks for it, and shows the outcome of each. */
export function ApproveDialog(props: ApproveDialogProps) {
  const { requests, open, onClose, onClosed, onDecided } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [outcomes, setOutcomes] = useState<readonly ApprovalOutcome[]>();
  const [first, nameFirst] = useStepFocus(outcomes ? "outcomes" : "list", open);
  const amount = sumRequests(requests, "amount");
  const count = requests.length === 1 ? t`1 request` : t`${requests.length} requests`;

  async function approve() {
    setBusy(true);
    setError(undefined);
    try {
      setOutcomes(await approveRequests(requests));
      onDecided();
    } catch (failure) {
      setError(messageOf(failure, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={outcomes !== undefined}
      closable={!busy}
      initialFocus={first}
      // The rows and their buttons may be gone.
      finalFocus={() => (outcomes ? document.querySelector<HTMLElement>("#page") : null)}
      title={outcomes ? t`Approvals` : t`Approve ${count}?`}
      {...(!outcomes && {
        description: t`One signature approves exactly these. Your last approval sends a payout.`,
      })}
    >
      {outcomes ? (
        <ApprovalOutcomes
          requests={requests}
          outcomes={outcomes}
          first={nameFirst}
          onClose={onClose}
        />
      ) : (
        <>
          <DialogBody className="grid gap-4" label={t`What is approved`}>
            <Details
              of={[
                { label: t`Payouts`, value: <Money value={amount} /> },
                {
                  label: t`Total with charges`,
                  value: <Money value={sumRequests(requests, "total")} />,
                  total: true,
                },
              ]}
            />
            <ul
              aria-label={t`Requests to approve`}
              className="divide-y divide-line rounded-card border border-line"
            >
              {requests.map((request) => (
                <li
                  key={request.id}
                  className="flex items-start justify-between gap-4 px-4 py-2.5 text-sm"
                >
                  <div className="min-w-0">
                    <p className="font-medium break-words">{request.beneficiary_name}</p>
                    <p className="text-xs text-muted">
                      {fullDestination(request)}
                      {request.is_new_beneficiary && t` · New beneficiary`}
                      {stepOf(request) && ` · ${stepOf(request)}`}
                    </p>
                  </div>
                  <Money value={request.amount} className="font-semibold" />
                </li>
              ))}
            </ul>
            {error && <Notice tone="bad" title={error} />}
          </DialogBody>
          <DialogFooter>
            <Button ref={nameFirst} variant="secondary" disabled={busy} onClick={onClose}>
              {t`Cancel`}
            </Button>
            <Button busy={busy} busyLabel={t`Approving...`} onClick={() => void approve()}>
              {t`Sign and approve ${formatMoney(amount)}`}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
