import { viewTenantForm } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import { useContractForm } from "../api/use-contract-form.ts";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";

/** A form with a reason as its only field. */
export function useReason() {
  return useContractForm(viewTenantForm, { defaultValues: { reason: "" } });
}

interface ReasonFieldProps {
  form: ReturnType<typeof useReason>;
  hint: string;
}

export function ReasonField({ form, hint }: ReasonFieldProps) {
  const { errors } = form.formState;
  return (
    <Field label={t`Reason`} required error={errors.reason?.message} hint={hint}>
      <Textarea {...form.register("reason")} />
    </Field>
  );
}
