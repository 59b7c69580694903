import { discardJob, type BackgroundJob } from "@rokad/contract/activity-lists";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { formatJobName } from "./format-job-name.ts";

interface DiscardJobDialogProps {
  job: BackgroundJob;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function DiscardJobDialog({ job, open, onClose, onDone }: DiscardJobDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t`Discard “${formatJobName(job.kind)}”?`}
      label={t`Discard job`}
      busyLabel={t`Discarding...`}
      onConfirm={() => send(discardJob, { params: { id: job.id } })}
      refresh={onDone}
    >
      <p>{t`The job will not run and can’t be restored. Its error stays in the security log.`}</p>
    </ConfirmDialog>
  );
}
