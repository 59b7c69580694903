import {
  exportTitles,
  listExports,
  requestExport,
  type ExportRequest,
} from "@rokad/contract/exports";
import { useNavigate } from "@tanstack/react-router";
import { FileClock } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { sendOnce } from "../api/send-once.ts";
import { refreshApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";

/** An export that is too long to wait for. */
export interface LargeExport {
  readonly request: ExportRequest;
  readonly rows: number;
}

interface PrepareExportProps extends LargeExport {
  readonly onClosed: () => void;
}

/** Offers to have a long export made in the background, and leads to where it is followed. */
export function PrepareExport({ request, rows, onClosed }: PrepareExportProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();

  async function prepare() {
    setBusy(true);
    setFailed(undefined);
    try {
      const { message } = await sendOnce(requestExport, { body: request });
      await refreshApi(listExports);
      toast.success(message ?? "Your export is being prepared");
      await navigate({ to: paths.exports });
    } catch (error) {
      setFailed(messageOf(error, "Failed to ask for the export"));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      closable={!busy}
      size="sm"
      title="Prepare this export?"
      description={`${exportTitles[request.kind]}, ${rows.toLocaleString("en-IN")} rows`}
    >
      <DialogBody className="grid gap-4">
        <p className="text-sm text-muted">
          So many rows take a while, so the file is made in the background. You can leave this page:
          you are notified when it is ready, and it is kept for 7 days.
        </p>
        {failed && <Notice tone="bad">{failed}</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button
          icon={<FileClock />}
          busy={busy}
          busyLabel="Asking..."
          onClick={() => void prepare()}
        >
          Prepare export
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
