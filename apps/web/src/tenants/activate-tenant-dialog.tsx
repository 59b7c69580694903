import { getTenantStatistics, setTenantStatus } from "@rokad/contract/tenants";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { useApi } from "../api/use-api.ts";
import { showFieldErrors } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { PayoutChoice } from "./payout-choice.tsx";
import { refreshTenants } from "./refresh-tenants.ts";
import { ReasonField, useReason } from "./reason-field.tsx";

const options = [
  { value: "send", label: t`Send them`, effect: t`sent at once` },
  { value: "cancel", label: t`Cancel them`, effect: t`refunded to the wallet` },
] as const;

/** Activates a tenant whose payouts are held: they are sent or cancelled. */
export function ActivateTenantDialog(props: TenantDialogFrame) {
  const { tenant, open, onClose, onClosed, finalFocus } = props;
  const { data } = useApi(getTenantStatistics, { params: { id: tenant._id } });
  const [payouts, setPayouts] = useState<"send" | "cancel">("send");
  const form = useReason();
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ reason }) => {
    const body = { isActive: true, reason, payouts };
    try {
      const { message } = await sendIdempotent(
        setTenantStatus,
        { params: { id: tenant._id }, body },
        { keptMs: approvalKeptMs, seen: tenant.updatedAt },
      );
      toast.success(message ?? t`Tenant activated successfully`);
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
      title={<span className="break-words">{t`Activate ${tenant.name}?`}</span>}
      description={t`The tenant can sign in again. Its payouts were held when it was deactivated.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid gap-4">
          <PayoutChoice
            legend={t`Payouts on hold`}
            of={data?.data.held_payouts}
            options={options}
            value={payouts}
            onValueChange={setPayouts}
          />
          <ReasonField
            form={form}
            hint={
              payouts === "cancel"
                ? t`Stored in the security log; the tenant reads it on each payout`
                : t`Stored in the security log`
            }
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            variant={payouts === "cancel" ? "danger" : "primary"}
            disabled={!isDirty}
            busy={isSubmitting}
            busyLabel={t`Activating...`}
          >
            {payouts === "cancel" ? t`Activate and cancel payouts` : t`Activate`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
