import {
  confirmApprovalPolicy,
  getApprovalPolicy,
  listPolicyVersions,
  rejectApprovalPolicy,
  type ApprovalPolicy,
} from "@rokad/contract/approval-policies";
import { Check, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent, approvalKeptMs } from "../api/send-idempotent.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { listOr } from "../common/approvals/step-words.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { toast } from "../ui/toast.ts";
import { PolicyChange } from "./policy-change.tsx";

const ReasonDialog = lazy(async () => ({
  default: (await import("../common/actions/reason-dialog.tsx")).ReasonDialog,
}));

interface ProposedCardProps {
  proposed: ApprovalPolicy;
  inForce: ApprovalPolicy | null;
  /** False for those who only read. */
  canDecide: boolean;
  /** The names of the owners who can confirm it. */
  confirmers: readonly string[];
  /** True for its proposer, who can only withdraw it. */
  isOwn: boolean;
}

/** The change that waits for a second owner, with the policy before and after. */
export function ProposedCard({
  proposed,
  inForce,
  confirmers,
  canDecide,
  isOwn,
}: ProposedCardProps) {
  const [busy, setBusy] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  const [wasRejecting, setWasRejecting] = useState(false);
  const params = { id: proposed.id };
  const word = isOwn ? "Withdraw" : "Reject";

  async function confirm() {
    setBusy(true);
    try {
      const { message } = await sendIdempotent(
        confirmApprovalPolicy,
        { params },
        { keptMs: approvalKeptMs },
      );
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error, "We could not reach the server. Try again."));
    } finally {
      await refreshPolicy();
      setBusy(false);
    }
  }

  return (
    <Card>
      <CardHeader
        title="Waits for a second owner"
        description={
          <>
            Proposed by {proposed.proposed_by.name}, {formatDayAndTime(proposed.proposed_at)} ·{" "}
            {confirmers.length > 0
              ? `Waits for ${listOr(confirmers)}`
              : "No owner can confirm it now"}
          </>
        }
        action={canDecide && !isOwn && <Badge tone="warn">Needs you</Badge>}
      />
      <CardBody className="grid gap-4">
        <p className="text-sm break-words">
          <span className="text-muted">Reason: </span>
          {proposed.reason}
        </p>
        <PolicyChange before={inForce} after={proposed} />
        {canDecide && (
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            <Button
              variant="danger"
              icon={<X />}
              onClick={() => {
                setWasRejecting(true);
                setIsRejecting(true);
              }}
            >
              {word} change
            </Button>
            {!isOwn && (
              <Button
                icon={<Check />}
                busy={busy}
                busyLabel="Confirming..."
                onClick={() => void confirm()}
              >
                Sign and confirm
              </Button>
            )}
          </div>
        )}
      </CardBody>
      <Suspense>
        {wasRejecting && (
          <ReasonDialog
            open={isRejecting}
            onClose={() => setIsRejecting(false)}
            title={`${word} this change?`}
            consequence="The policy in force stays as it is."
            label={`${word} change`}
            onSubmit={(reason) => send(rejectApprovalPolicy, { params, body: { reason } })}
            refresh={refreshPolicy}
          />
        )}
      </Suspense>
    </Card>
  );
}

function refreshPolicy(): Promise<void> {
  return refreshApi(getApprovalPolicy, listPolicyVersions);
}
