import {
  listOpenPayouts,
  listWaitingForFunds,
  type OpenPayout,
} from "@rokad/contract/activity-lists";
import { cancelTenantPayout, cancelTenantPayoutForm } from "@rokad/contract/payout-cancellation";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";

interface CancelPayoutDialogProps {
  payout: Pick<OpenPayout, "id" | "amount" | "tenant" | "reference_id">;
  /** True for a payout that waits for funds: nothing of it is on hold. */
  isWaiting?: boolean;
  open: boolean;
  onClose: () => void;
}

/** Cancels a tenant's payout that no provider has, with a reason that the tenant reads. */
export function CancelPayoutDialog(props: CancelPayoutDialogProps) {
  const { payout, isWaiting = false, open, onClose } = props;
  const form = useContractForm(cancelTenantPayoutForm, { defaultValues: { reason: "" } });
  const { isDirty, isSubmitting, errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const input = { params: { id: payout.id }, body };
      const { message } = await sendIdempotent(cancelTenantPayout, input);
      toast.success(message ?? t`Payout cancelled`);
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      toast.error(messageOf(error));
      onClose();
    } finally {
      void refreshApi(listOpenPayouts, listWaitingForFunds);
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!isSubmitting}
      size="sm"
      title={t`Cancel this payout?`}
      description={t`${formatMoney(payout.amount)} of ${payout.tenant.name}, reference ${payout.reference_id}`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid gap-4">
          <p className="text-sm">
            {isWaiting
              ? t`It waits for funds, and nothing is on hold. Those behind it move up.`
              : t`No provider has it. Amount, fee and GST return to the tenant’s wallet at once.`}
          </p>
          <Field
            label={t`Reason`}
            required
            hint={t`The tenant sees it.`}
            error={errors.reason?.message}
          >
            <Textarea {...form.register("reason")} rows={2} maxLength={limits.reasonCharsMax} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Keep payout`}
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabled={!isDirty}
            busy={isSubmitting}
            busyLabel={t`Cancelling...`}
          >
            {t`Cancel payout`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
