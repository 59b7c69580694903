import { getProposal } from "@rokad/contract/proposals";
import type { User } from "@rokad/contract/sign-in";
import { t } from "../../super-admin-language.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { useApi } from "../../api/use-api.ts";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ProposalActions } from "./proposal-actions.tsx";
import { ProposalDetails } from "./proposal-details.tsx";
import type { DescribeChange } from "./value-change.tsx";

interface ProposalDialogProps {
  /** Stays set while the dialog closes. */
  id: string;
  open: boolean;
  person: User;
  describe: DescribeChange;
  onClose: () => void;
}

/** A proposal with its values before and after, and what the person can do about it. */
export function ProposalDialog({ id, open, person, describe, onClose }: ProposalDialogProps) {
  const { data, error, isValidating, mutate } = useApi(getProposal, { params: { id } });
  const proposal = data?.data;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Proposed change`}
      description={proposal?.title}
    >
      <DialogBody className="grid gap-4">
        {proposal ? (
          <>
            <ProposalDetails proposal={proposal} describe={describe} />
            {(proposal.state === "waiting" || proposal.state === "scheduled") && (
              <ProposalActions
                proposal={proposal}
                person={person}
                onDone={(isOver) => {
                  void mutate();
                  if (isOver) onClose();
                }}
              />
            )}
          </>
        ) : error ? (
          <ErrorPanel
            message={isMissing(error) ? t`No such proposal` : t`Failed to load the proposal`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          <div aria-busy className="grid gap-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-24" />
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}

/** An old link, or a mistyped one. */
function isMissing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
