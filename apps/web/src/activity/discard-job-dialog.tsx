import { discardJob, type BackgroundJob } from "@rokad/contract/activity-lists";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { jobName } from "./job-name.ts";

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
      title={`Discard “${jobName(job.kind)}”?`}
      label="Discard the job"
      busyLabel="Discarding..."
      onConfirm={async () => {
        const { message } = await send(discardJob, { params: { id: job.id } });
        onDone();
        return message;
      }}
    >
      <p>
        What it was to do will not be done, and it can’t be brought back. Its error stays in the
        security log.
      </p>
    </ConfirmDialog>
  );
}
