import {
  createBatchSchedule,
  previewBatchSchedule,
  type BatchScheduleForm,
} from "@rokad/contract/batch-schedules";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { missingHolidays } from "../common/schedules/due-day-text.ts";
import { DueDays } from "../common/schedules/due-days.tsx";
import { blankRule, readRule, type RuleDraft } from "../common/schedules/rule-draft.ts";
import { useDuePreview } from "../common/schedules/use-due-preview.ts";
import { RuleFields } from "../common/schedules/rule-fields.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { rowsText } from "./batch-labels.ts";
import { refreshBatchSchedules } from "./refresh-batches.ts";

interface RepeatDialogProps {
  batch: PayoutBatchDetail;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** When the rows of a batch come again, with the next due days before anything is stored. */
export function RepeatDialog({ batch, open, onClose, onClosed }: RepeatDialogProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<RuleDraft>(() => blankRule());
  const [isTouched, setIsTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { rule, errors } = readRule(draft);

  async function submit() {
    setIsTouched(true);
    if (!rule) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const input = { params: { id: batch.id }, body: { rule } };
      toast.success((await sendIdempotent(createBatchSchedule, input)).message);
      onClose();
      await navigate({ to: paths.bulkPayouts });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) setRefused(fields);
      else setProblem(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
      await refreshBatchSchedules();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      title={t`Repeat this batch`}
      description={t`On each due day, a batch of these ${rowsText(batch.rows)} is prepared. It pays nothing before it is signed or approved.`}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogBody className="grid items-start gap-4">
          {problem && (
            <div role="alert">
              <Notice tone="bad" title={problem} />
            </div>
          )}
          <RuleFields
            thing="batch"
            draft={draft}
            errors={isTouched ? { ...refused, ...errors } : refused}
            onChange={(part) => {
              setDraft((before) => ({ ...before, ...part }));
              setProblem(undefined);
            }}
          />
          <Preview batchId={batch.id} form={rule && { rule }} onFields={setRefused} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {t`Repeat batch`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface PreviewProps {
  batchId: string;
  /** Undefined while a field is wrong. */
  form: BatchScheduleForm | undefined;
  /** The server's messages by field. */
  onFields: (fields: Readonly<Record<string, string>>) => void;
}

/** The next five due days, as the server computes them. */
function Preview({ batchId, form, onFields }: PreviewProps) {
  const load = useCallback(
    async (body: BatchScheduleForm) =>
      (await send(previewBatchSchedule, { params: { id: batchId }, body })).data,
    [batchId],
  );
  const { preview, isCurrent, problem } = useDuePreview(form, load, onFields);
  if (problem) return <Notice tone="warn" title={problem} />;
  if (!preview) return null;
  return (
    <section
      aria-label={t`Next due days`}
      aria-live="polite"
      aria-busy={!isCurrent}
      className="grid gap-3 rounded-card border border-line bg-sunken p-4"
    >
      <p className="text-sm font-medium text-pretty">{preview.rule_text}</p>
      <DueDays days={preview.days} />
      {preview.holidays_missing.length > 0 && (
        <Notice tone="warn" title={missingHolidays(preview.holidays_missing)}>
          {t`Days in it may move by a day.`}
        </Notice>
      )}
    </section>
  );
}
