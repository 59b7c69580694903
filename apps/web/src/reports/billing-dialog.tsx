import {
  billingDetailsForm,
  saveBillingDetails,
  type BillingDetails,
  type BillingDetailsForm,
} from "@rokad/contract/billing-details";
import { stateCodes, stateNames } from "@rokad/contract/state-codes";
import { useController } from "react-hook-form";
import { translateText } from "../answers.ts";
import { inContext, t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";

interface BillingDialogProps {
  /** Null if none were saved. */
  details: BillingDetails | null;
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

const states = stateCodes.map((value) => ({
  value,
  label: `${value} ${translateText(stateNames[value])}`,
}));

/** Changes the name and address on later tax invoices. */
export function BillingDialog({ details, open, onClose, refresh }: BillingDialogProps) {
  const blank: BlankForm<BillingDetailsForm> = {
    legal_name: details?.legal_name ?? "",
    address: details?.address ?? "",
    state_code: details?.state_code,
    gstin: details?.gstin ?? "",
  };
  const form = useContractForm(billingDetailsForm, { defaultValues: blank });
  const { register, control, formState } = form;
  const { errors } = formState;
  const state = useController({ control, name: "state_code" });

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await send(saveBillingDetails, { body });
      toast.success(message ?? t`Billing details saved`);
      refresh();
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  return (
    <FormDialog
      title={t`Billing details`}
      description={t`Later tax invoices name them. Earlier ones keep theirs.`}
      action={t`Save billing details`}
      size="sm"
      open={open}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t`Legal name`} required error={errors.legal_name?.message}>
        <TextInput autoComplete="organization" {...register("legal_name")} />
      </Field>
      <Field label={t`Address`} required error={errors.address?.message}>
        <TextInput autoComplete="street-address" {...register("address")} />
      </Field>
      <Field label={inContext("address")`State`} required error={errors.state_code?.message}>
        <Select
          options={states}
          value={state.field.value ?? null}
          onValueChange={state.field.onChange}
          onBlur={state.field.onBlur}
          placeholder={t`Choose a state`}
        />
      </Field>
      <Field
        label="GSTIN"
        error={errors.gstin?.message}
        hint={t`Leave it blank if the business has none`}
      >
        <TextInput autoComplete="off" autoCapitalize="characters" {...register("gstin")} />
      </Field>
    </FormDialog>
  );
}
