import { todayInIndia } from "@rokad/contract/fields";
import {
  dayChargeForm,
  recordDayCharge,
  type DayChargeForm,
} from "@rokad/contract/provider-charges";
import { providerLabel } from "@rokad/contract/reconciliation";
import { useController } from "react-hook-form";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { DateField } from "../ui/date-field.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";

interface ChargeDialogProps {
  adapters: readonly string[];
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

/** Books a provider's charges of a day that it does not name with the payouts. */
export function ChargeDialog({ adapters, open, onClose, refresh }: ChargeDialogProps) {
  const blank: BlankForm<DayChargeForm> = {
    adapter: adapters[0] ?? "",
    day: todayInIndia(),
    fee: undefined,
    tax: undefined,
    reference: "",
  };
  const form = useContractForm(dayChargeForm, { defaultValues: blank });
  const { register, control, formState, handleSubmit } = form;
  const { errors } = formState;
  const adapter = useController({ control, name: "adapter" });
  const day = useController({ control, name: "day" });
  const fee = useController({ control, name: "fee" });
  const tax = useController({ control, name: "tax" });

  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await send(recordDayCharge, { body });
      toast.success(message ?? "Charges booked");
      refresh();
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  return (
    <FormDialog
      title="Book charges"
      description="A day's charges from the provider's report, without those that it names with payouts."
      action="Book charges"
      open={open}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Provider" required error={errors.adapter?.message}>
          <Select
            options={adapters.map((name) => ({ value: name, label: providerLabel(name) }))}
            value={adapter.field.value ?? null}
            onValueChange={adapter.field.onChange}
          />
        </Field>
        <DateField
          label="Day"
          value={day.field.value}
          onChange={day.field.onChange}
          error={errors.day?.message}
        />
        <Field label="Fee" required error={errors.fee?.message} hint="Without GST">
          <AmountInput
            value={fee.field.value}
            onValueChange={fee.field.onChange}
            onBlur={fee.field.onBlur}
          />
        </Field>
        <Field label="GST" required error={errors.tax?.message} hint="Input tax credit">
          <AmountInput
            value={tax.field.value}
            onValueChange={tax.field.onChange}
            onBlur={tax.field.onBlur}
          />
        </Field>
        <Field
          label="Report or invoice"
          required
          error={errors.reference?.message}
          className="sm:col-span-2"
        >
          <TextInput autoComplete="off" {...register("reference")} />
        </Field>
      </div>
    </FormDialog>
  );
}
