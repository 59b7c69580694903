import { downloadBatchFile } from "@rokad/contract/batch-files";
import type { BatchAct } from "@rokad/contract/batch-states";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import {
  pausePayoutBatch,
  resumePayoutBatch,
  retryPayoutBatch,
} from "@rokad/contract/payout-batches";
import type { TableFormat } from "@rokad/contract/table-format";
import { formatMoney } from "@rokad/money/format";
import { useNavigate } from "@tanstack/react-router";
import {
  CalendarClock,
  Check,
  Download,
  Pause,
  Play,
  RotateCcw,
  Send,
  Undo2,
  X,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { currentViewing } from "../api/viewing.ts";
import { FileMenu } from "../common/exports/file-menu.tsx";
import { runExport } from "../common/exports/running-exports.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { refreshBatches } from "./refresh-batches.ts";

const StartDialog = lazy(async () => ({
  default: (await import("./start-dialog.tsx")).StartDialog,
}));
const RepeatDialog = lazy(async () => ({
  default: (await import("./repeat-dialog.tsx")).RepeatDialog,
}));
const EndDialogs = lazy(async () => ({ default: (await import("./end-dialogs.tsx")).EndDialogs }));

type Asking = "start" | "approve" | "cancel" | "reject" | "withdraw" | "repeat";

/** What the person can do with the batch now, as the server says. */
export function BatchActions({ batch }: { batch: PayoutBatchDetail }) {
  const { id, state, check, amount } = batch;
  const navigate = useNavigate();
  // Kept while the dialog closes.
  const [asking, setAsking] = useState<Asking>();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState<BatchAct>();
  const can = (act: BatchAct) => batch.can.includes(act) && !currentViewing();
  // Who may not pay submits, also where the policy asks nothing.
  const needsApproval = check?.needs_approval === true || (can("submit") && !can("run"));
  const canStart = needsApproval ? can("submit") : can("run");
  const params = { id };

  function ask(what: Asking) {
    setAsking(what);
    setIsAsking(true);
  }

  async function run(act: BatchAct, work: () => Promise<string>) {
    setBusy(act);
    try {
      toast.success(await work());
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshBatches();
      setBusy(undefined);
    }
  }

  async function retry(): Promise<string> {
    const { data, message } = await sendIdempotent(retryPayoutBatch, { params });
    await navigate({ to: paths.bulkPayout, params: { id: data.id } });
    return message;
  }

  const name = batch.file_name.replace(/\.[a-z]+$/i, "");
  const save = (format: TableFormat) =>
    void runExport(
      `batch ${id}`,
      (options) =>
        download(
          downloadBatchFile,
          { params, query: { format } },
          `${name}-${state === "draft" ? "corrected" : "results"}.${format}`,
          options,
        ),
      { successText: t`File downloaded`, failureText: t`Failed to download the file` },
    );

  return (
    <>
      <FileMenu
        label={state === "draft" ? t`Download corrected file` : t`Results`}
        icon={<Download />}
        onSave={save}
      />
      {can("withdraw") && (
        <Button variant="secondary" icon={<Undo2 />} onClick={() => ask("withdraw")}>
          {t`Withdraw`}
        </Button>
      )}
      {can("cancel") && (
        <Button variant="danger" icon={<X />} onClick={() => ask("cancel")}>
          {state === "running" || state === "paused" ? t`Cancel the rest` : t`Cancel batch`}
        </Button>
      )}
      {can("reject") && (
        <Button variant="danger" icon={<X />} onClick={() => ask("reject")}>
          {t`Send back`}
        </Button>
      )}
      {can("pause") && (
        <Button
          variant="secondary"
          icon={<Pause />}
          busy={busy === "pause"}
          busyLabel={t`Pausing...`}
          onClick={() =>
            void run("pause", async () => (await send(pausePayoutBatch, { params })).message)
          }
        >
          {t`Pause`}
        </Button>
      )}
      {can("resume") && (
        <Button
          icon={<Play />}
          busy={busy === "resume"}
          busyLabel={t`Resuming...`}
          onClick={() =>
            void run("resume", async () => (await send(resumePayoutBatch, { params })).message)
          }
        >
          {t`Resume`}
        </Button>
      )}
      {can("schedule") && (
        <Button variant="secondary" icon={<CalendarClock />} onClick={() => ask("repeat")}>
          {t`Repeat`}
        </Button>
      )}
      {can("retry") && (
        <Button
          icon={<RotateCcw />}
          busy={busy === "retry"}
          busyLabel={t`Preparing...`}
          onClick={() => void run("retry", retry)}
        >
          {t`Retry unpaid rows`}
        </Button>
      )}
      {state === "draft" && (can("correct") || canStart) && (
        <Button icon={<Send />} disabled={!canStart} onClick={() => ask("start")}>
          {needsApproval ? t`Submit for approval` : t`Confirm and pay ${formatMoney(amount)}`}
        </Button>
      )}
      {can("approve") && (
        <Button icon={<Check />} onClick={() => ask("approve")}>
          {t`Approve ${formatMoney(amount)}`}
        </Button>
      )}
      <Suspense>
        {(asking === "start" || asking === "approve") && (
          <StartDialog
            batch={batch}
            act={asking === "approve" ? "approve" : needsApproval ? "submit" : "run"}
            open={isAsking}
            onClose={() => setIsAsking(false)}
            onClosed={() => setAsking(undefined)}
          />
        )}
        {asking === "repeat" && (
          <RepeatDialog
            batch={batch}
            open={isAsking}
            onClose={() => setIsAsking(false)}
            onClosed={() => setAsking(undefined)}
          />
        )}
        {(asking === "cancel" || asking === "reject" || asking === "withdraw") && (
          <EndDialogs
            batch={batch}
            asking={isAsking ? asking : undefined}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
