import {
  confirmApprovalPolicy,
  getApprovalPolicy,
  listPolicyVersions,
  rejectApprovalPolicy,
  type ApprovalPolicy,
} from "@rokad/contract/approval-policies";
import { Check, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { joinOr } from "../ui/join-words.ts";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent, approvalKeptMs } from "../api/send-idempotent.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
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
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshPolicy();
      setBusy(false);
    }
  }

  return (
    <Card>
      <CardHeader
        title={t`Waits for a second owner`}
        description={
          <>
            {confirmers.length > 0
              ? t`Proposed by ${proposed.proposed_by.name}, ${formatDayAndTime(proposed.proposed_at)} · Waits for ${joinOr(confirmers)}`
              : t`Proposed by ${proposed.proposed_by.name}, ${formatDayAndTime(proposed.proposed_at)} · No owner can confirm it now`}
          </>
        }
        action={canDecide && !isOwn && <Badge tone="warn">{t`Needs you`}</Badge>}
      />
      <CardBody className="grid gap-4">
        <p className="text-sm break-words">
          <span className="text-muted">{t`Reason:`} </span>
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
              {isOwn ? t`Withdraw change` : t`Reject change`}
            </Button>
            {!isOwn && (
              <Button
                icon={<Check />}
                busy={busy}
                busyLabel={t`Confirming...`}
                onClick={() => void confirm()}
              >
                {t`Sign and confirm`}
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
            title={isOwn ? t`Withdraw this change?` : t`Reject this change?`}
            consequence={t`The policy in force stays as it is.`}
            label={isOwn ? t`Withdraw change` : t`Reject change`}
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
