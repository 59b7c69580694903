import {
  exportTitles,
  listExports,
  requestExport,
  type ExportRequest,
} from "@rokad/contract/exports";
import { useNavigate } from "@tanstack/react-router";
import { FileClock } from "lucide-react";
import { useState } from "react";
import { translateText } from "../../answers.ts";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { sendIdempotent } from "../../api/send-idempotent.ts";
import { refreshApi } from "../../api/use-api.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";

/** An export that is too large for an immediate download. */
export interface LargeExport {
  readonly request: ExportRequest;
  readonly rows: number;
}

interface PrepareExportProps extends LargeExport {
  readonly onClosed: () => void;
}

/** Offers to prepare a large export in the background, then opens the list of exports. */
export function PrepareExport({ request, rows, onClosed }: PrepareExportProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function prepare() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { message } = await sendIdempotent(requestExport, { body: request });
      await refreshApi(listExports);
      toast.success(message ?? t`Your export is being prepared`);
      await navigate({ to: paths.exports });
    } catch (error) {
      setProblem(messageOf(error, t`Failed to prepare the export`));
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
      title={t`Prepare this export?`}
      description={t`${translateText(exportTitles[request.kind])}, ${rows.toLocaleString("en-IN")} rows`}
    >
      <DialogBody className="grid gap-4">
        <p className="text-sm text-muted">
          {t`The file is created in the background. You get a notification when it is ready, and it is available for 7 days.`}
        </p>
        {problem && <Notice tone="bad">{problem}</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
          {t`Cancel`}
        </Button>
        <Button
          icon={<FileClock />}
          busy={busy}
          busyLabel={t`Preparing...`}
          onClick={() => void prepare()}
        >
          {t`Prepare export`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
