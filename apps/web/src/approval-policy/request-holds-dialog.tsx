import { getRequestHolds, setRequestHolds } from "@rokad/contract/request-holds";
import type { RequestHolds } from "@rokad/contract/request-hold-state";
import { getBalance } from "@rokad/contract/wallet";
import { useId, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";

interface RequestHoldsDialogProps {
  holds: RequestHolds;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Changes when payment requests put money on hold; the code follows. */
export function RequestHoldsDialog({ holds, open, onClose, onClosed }: RequestHoldsDialogProps) {
  const [isOn, setIsOn] = useState(holds.at_submission);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const checkboxId = useId();

  async function save() {
    setError(undefined);
    setBusy(true);
    try {
      const { message } = await send(setRequestHolds, { body: { at_submission: isOn } });
      toast.success(message);
      await refreshApi(getRequestHolds, getBalance);
      onClose();
    } catch (failure) {
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
      title={t`Hold of payment requests`}
      description={t`What is on hold can't be spent on anything else.`}
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
            {t`Put amount and charges on hold when a request is submitted`}
          </label>
          <p className="text-sm text-muted">
            {isOn
              ? t`A request that the wallet does not cover can't be submitted. The money comes back when a request is rejected, withdrawn, changed or expires.`
              : t`Until its last approval, the money can be spent on other payouts.`}
          </p>
          {holds.count > 0 && (
            <Notice
              tone="plain"
              title={
                holds.count === 1
                  ? t`1 request holds money now`
                  : t`${holds.count} requests hold money now`
              }
            >
              {t`A change does not touch what is on hold already.`}
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
