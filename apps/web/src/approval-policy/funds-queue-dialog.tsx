import { fundsQueueForm, getFundsQueue, setFundsQueue } from "@rokad/contract/funds-queue";
import type { FundsQueue } from "@rokad/contract/funds-queue-state";
import { getBalance } from "@rokad/contract/wallet";
import { useId, useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";

interface FundsQueueDialogProps {
  queue: FundsQueue;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Changes whether payouts wait for funds, and how long; the code follows. */
export function FundsQueueDialog({ queue, open, onClose, onClosed }: FundsQueueDialogProps) {
  const [isOn, setIsOn] = useState(queue.is_on);
  const [hours, setHours] = useState(String(queue.wait_hours));
  const [hoursError, setHoursError] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const checkboxId = useId();

  async function save() {
    const body = { is_on: isOn, wait_hours: /^\d+$/.test(hours) ? Number(hours) : Number.NaN };
    const issue = fundsQueueForm.safeParse(body).error?.issues[0];
    setHoursError(issue?.message);
    setError(undefined);
    if (issue) return;
    setBusy(true);
    try {
      toast.success((await send(setFundsQueue, { body })).message);
      await refreshApi(getFundsQueue, getBalance);
      onClose();
    } catch (failure) {
      if (failure instanceof ApiError) setHoursError(failure.fields["wait_hours"]);
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
      outsideCloses={false}
      closable={!busy}
      size="sm"
      title={t`Waiting for funds`}
      description={t`Payouts that wait hold nothing. They are sent in their order once funds arrive.`}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody className="grid gap-4">
          <label
            htmlFor={checkboxId}
            className="flex min-h-6 cursor-pointer items-center gap-2.5 text-sm"
          >
            <Checkbox
              id={checkboxId}
              checked={isOn}
              onChange={(event) => setIsOn(event.target.checked)}
            />
            {t`Let payouts wait that the wallet does not cover`}
          </label>
          <Field
            label={t`Longest wait`}
            required
            hint={t`From 1 hour to 10 days; then it ends unsent`}
            error={hoursError}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              value={hours}
              disabled={!isOn}
              trailing="hours"
              onChange={(event) => setHours(event.target.value)}
            />
          </Field>
          {queue.count > 0 && (
            <Notice
              tone="plain"
              title={queue.count === 1 ? t`1 payout waits now` : t`${queue.count} payouts wait now`}
            >
              {t`A change does not touch them: each keeps its place and its time.`}
            </Notice>
          )}
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {t`Sign and save`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
