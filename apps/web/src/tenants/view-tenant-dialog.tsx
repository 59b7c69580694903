import { limits } from "@rokad/contract/limits";
import { viewTenant } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { showFieldErrors } from "../api/use-contract-form.ts";
import { startViewing } from "../api/viewing.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { ReasonField, useReason } from "./reason-field.tsx";

export function ViewTenantDialog(props: TenantDialogFrame) {
  const { tenant, open, onClose, onClosed, finalFocus } = props;
  const form = useReason();
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { data } = await send(viewTenant, { params: { id: tenant._id }, body });
      startViewing(data, paths.dashboard);
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
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
      title={<span className="break-words">{t`View as ${tenant.name}`}</span>}
      description={t`This tab shows the tenant's console read-only for ${limits.viewingMinutes} minutes. Changes and downloads are not allowed.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <ReasonField form={form} hint={t`Shown to the tenant and stored in the security log`} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel={t`Opening...`}>
            {t`View as tenant`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
