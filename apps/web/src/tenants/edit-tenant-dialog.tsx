import { getTenant, tenantEdit, updateTenant, type Tenant } from "@rokad/contract/tenants";
import { useState } from "react";
import { useController } from "react-hook-form";
import type * as z from "zod/mini";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import { roleName } from "../common/people/person.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { PasswordInput } from "./password-input.tsx";
import { PermissionFields } from "./permission-fields.tsx";
import { refreshTenants } from "./refresh-tenants.ts";
import { featureNames, providerNames, roles } from "./words.ts";

export function EditTenantDialog(props: TenantDialogFrame) {
  const { tenant, open, onClose, onClosed, finalFocus } = props;
  // The version that this person has seen. If another super admin saved meanwhile, the current
  // values are shown and the choices here stay until saved again.
  const [seen, setSeen] = useState(tenant);
  const hasConflict = seen.updatedAt !== tenant.updatedAt;
  const form = useContractForm<z.input<typeof tenantEdit>, z.output<typeof tenantEdit>>(
    tenantEdit,
    {
      defaultValues: {
        role: tenant.role,
        features: tenant.features,
        allowed_providers: tenant.allowed_providers,
        password: "",
      },
    },
  );
  const { register, control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const role = useController({ control, name: "role" });

  const submit = form.handleSubmit(async ({ password, ...rest }) => {
    const body = { ...rest, ...(password && { password }), updatedAt: seen.updatedAt };
    try {
      const { message } = await sendIdempotent(
        updateTenant,
        { params: { id: tenant._id }, body },
        { keptMs: approvalKeptMs },
      );
      toast.success(message ?? t`Tenant updated successfully`);
      void refreshTenants();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === "TENANT_CHANGED") await showCurrent();
      else if (!showFieldErrors(form, error))
        toast.error(messageOf(error, t`Failed to update tenant`));
    }
  });

  async function showCurrent(): Promise<void> {
    try {
      setSeen((await send(getTenant, { params: { id: tenant._id } })).data);
      void refreshTenants();
    } catch (error) {
      toast.error(messageOf(error, t`Failed to update tenant`));
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={finalFocus}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      size="lg"
      title={t`Edit Tenant Account`}
      description={t`Changes take effect with the tenant's next action.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid gap-5">
          <div aria-live="polite" className="empty:hidden">
            {hasConflict && <EditConflict now={seen} />}
          </div>
          <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
            <legend className="mb-3 text-sm font-semibold">{t`Basic Information`}</legend>
            <Field label={t`Name`}>
              <TextInput disabled value={tenant.name} />
            </Field>
            <Field label={t`Phone number`}>
              <TextInput disabled leading="+91" value={tenant.phone} />
            </Field>
            <Field label={t`Email`}>
              <TextInput disabled value={tenant.email ?? ""} />
            </Field>
            <Field label={t`Role`} required error={role.fieldState.error?.message}>
              <Select
                options={roles}
                value={role.field.value ?? null}
                onValueChange={role.field.onChange}
                onBlur={role.field.onBlur}
              />
            </Field>
            <Field
              label={t`Password`}
              error={errors.password?.message}
              hint={t`Leave it empty to keep the current one. For API keys later, not for sign-in.`}
              className="sm:col-span-2"
            >
              <PasswordInput {...register("password")} />
            </Field>
          </fieldset>
          <PermissionFields control={control} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel={t`Saving...`}>
            {t`Save Changes`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function EditConflict({ now }: { now: Tenant }) {
  return (
    <Notice
      tone="warn"
      title={t`Another super admin changed this tenant after you opened it.`}
      className="break-words"
    >
      {t`Current values: ${roleName(now)}; ${listOf(featureNames(now), t`no features`)}; ${listOf(providerNames(now), t`no`)} provider. Your choices are kept below. Save again to replace the current values.`}
    </Notice>
  );
}

function listOf(names: readonly string[], none: string): string {
  return names.join(", ") || none;
}
