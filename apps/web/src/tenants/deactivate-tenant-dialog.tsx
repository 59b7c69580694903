import { getTenantStatistics, setTenantStatus } from "@rokad/contract/tenants";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { showFieldErrors } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { describePayouts, PayoutChoice } from "./payout-choice.tsx";
import { PendingFigures } from "./pending-figures.tsx";
import { refreshTenants } from "./refresh-tenants.ts";
import { ReasonField, useReason } from "./reason-field.tsx";

const options = [
  { value: "hold", label: t`Hold them`, effect: t`sent or cancelled at reactivation` },
  { value: "send", label: t`Send them`, effect: t`sent as usual` },
] as const;

export function DeactivateTenantDialog(props: TenantDialogFrame) {
  const { tenant, open, onClose, onClosed, finalFocus } = props;
  const { data } = useApi(getTenantStatistics, { params: { id: tenant._id } });
  const [payouts, setPayouts] = useState<"hold" | "send">("hold");
  const form = useReason();
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ reason }) => {
    const body = { isActive: false, reason, payouts };
    try {
      const { message } = await send(setTenantStatus, { params: { id: tenant._id }, body });
      toast.success(message ?? t`Tenant deactivated successfully`);
      void refreshTenants();
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error))
        toast.error(messageOf(error, t`Failed to update tenant status`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={finalFocus}
      closable={!isSubmitting}
      outsideCloses={!isDirty}
      title={<span className="break-words">{t`Deactivate ${tenant.name}?`}</span>}
      description={t`The tenant is signed out everywhere and can't sign in until you activate the account again.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid gap-4">
          <PendingFigures tenant={tenant} />
          {data && data.data.unsent_payouts.count > 0 && (
            <PayoutChoice
              legend={t`Payouts not sent yet`}
              of={data.data.unsent_payouts}
              options={options}
              value={payouts}
              onValueChange={setPayouts}
            />
          )}
          <p className="text-sm text-muted">
            {data && data.data.sent_payouts.count > 0
              ? t`${describePayouts(data.data.sent_payouts)}, may be with a provider already and finish either way. Deposits can still be decided, and the balance stays in the wallet.`
              : t`Payouts that a provider has finish either way. Deposits can still be decided, and the balance stays in the wallet.`}
          </p>
          <ReasonField form={form} hint={t`Stored in the security log`} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabled={!isDirty}
            busy={isSubmitting}
            busyLabel={t`Deactivating...`}
          >
            {t`Deactivate`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
