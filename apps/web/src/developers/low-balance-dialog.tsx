import type { MoneyAnswer } from "@rokad/contract/call";
import { getLowBalance, setLowBalance } from "@rokad/contract/events";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import type { WebhookDialogFrame } from "./webhook-act.ts";

/** Sets below which balance programs get an event. */
export function LowBalanceDialog(props: WebhookDialogFrame & { below: MoneyAnswer | null }) {
  const { below, open, onClose, onClosed } = props;
  const [amount, setAmount] = useState(below ? below.amount / 100 : undefined);
  const [fieldError, setFieldError] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save() {
    setFieldError(undefined);
    setError(undefined);
    if (Number.isNaN(amount)) return setFieldError(t`Enter an amount in rupees`);
    setBusy(true);
    try {
      await send(setLowBalance, { body: { below: amount ?? null } });
      await refreshApi(getLowBalance);
      toast.success(amount === undefined ? t`Low balance removed` : t`Low balance saved`);
      onClose();
    } catch (failure) {
      if (failure instanceof ApiError) setFieldError(failure.fields["below"]);
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      closable={!busy}
      size="sm"
      title={t`Low balance`}
      description={t`Programs get wallet.low_balance once each time that the balance falls below.`}
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
          <Field label={t`Below`} error={fieldError} hint={t`Empty: no event`}>
            <AmountInput value={amount} onValueChange={setAmount} />
          </Field>
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {t`Save`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
