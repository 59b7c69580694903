import { createTenant, tenantForm } from "@rokad/contract/tenants";
import { useState } from "react";
import { useController } from "react-hook-form";
import type * as z from "zod/mini";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { cleanField } from "../api/clean-field.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { parseMobile } from "../api/parse-mobile.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import type { DialogFrame } from "./dialog-frame.ts";
import { PasswordInput } from "./password-input.tsx";
import { PermissionFields } from "./permission-fields.tsx";
import { refreshTenants } from "./refresh-tenants.ts";
import { roles } from "./words.ts";

const blank: BlankForm<z.input<typeof tenantForm>> = {
  name: "",
  phone: "",
  email: "",
  password: "",
  role: undefined,
  features: ["wallet_topup"],
  allowed_providers: ["primary"],
};

export function CreateTenantDialog({ open, onClose, onClosed, finalFocus }: DialogFrame) {
  const [isUnanswered, setIsUnanswered] = useState(false);
  const form = useContractForm(tenantForm, { defaultValues: blank });
  const { register, control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const role = useController({ control, name: "role" });

  const submit = form.handleSubmit(async (body) => {
    setIsUnanswered(false);
    try {
      const { message } = await sendIdempotent(createTenant, { body });
      toast.success(message ?? t`Tenant account created successfully`);
      void refreshTenants();
      onClose();
    } catch (error) {
      setIsUnanswered(!(error instanceof ApiError));
      if (!showFieldErrors(form, error))
        toast.error(messageOf(error, t`Failed to create tenant account`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={finalFocus}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      size="lg"
      title={t`Create New Tenant Account`}
      description={t`The tenant gets a wallet and signs in with mobile number and code.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid gap-5">
          <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
            <legend className="mb-3 text-sm font-semibold">{t`Basic Information`}</legend>
            <Field label={t`Name`} required error={errors.name?.message}>
              <TextInput autoComplete="off" {...register("name")} />
            </Field>
            <Field label={t`Phone number`} required error={errors.phone?.message}>
              <TextInput
                leading="+91"
                inputMode="numeric"
                autoComplete="off"
                {...cleanField(register("phone"), parseMobile)}
              />
            </Field>
            <Field label={t`Email`} error={errors.email?.message} hint={t`Optional`}>
              <TextInput inputMode="email" autoComplete="off" {...register("email")} />
            </Field>
            <Field label={t`Role`} required error={role.fieldState.error?.message}>
              <Select
                options={roles}
                value={role.field.value ?? null}
                onValueChange={role.field.onChange}
                onBlur={role.field.onBlur}
                placeholder={t`Operator or retailer`}
              />
            </Field>
            <Field
              label={t`Password`}
              required
              error={errors.password?.message}
              hint={t`For API keys later, not for sign-in. At least 8 characters, with upper case, lower case, and a number.`}
              className="sm:col-span-2"
            >
              <PasswordInput {...register("password")} />
            </Field>
          </fieldset>
          <PermissionFields control={control} />
          {isUnanswered && (
            <Notice tone="warn" title={t`No response yet.`}>
              {t`Check your connection and try again. The account will not be created twice.`}
            </Notice>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!isDirty} busy={isSubmitting} busyLabel={t`Creating...`}>
            {t`Create Account`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
