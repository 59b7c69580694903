import { isRealDay, todayInIndia } from "@rokad/contract/fields";
import {
  dayChargeForm,
  getDayCharge,
  recordDayCharge,
  type DayChargeForm,
} from "@rokad/contract/provider-charges";
import { providerLabel } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { useController } from "react-hook-form";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { DateField } from "../ui/date-field.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
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

  const query = { adapter: adapter.field.value ?? "", day: day.field.value ?? "" };
  const { data } = useApi(getDayCharge, isRealDay(query.day) ? { query } : null);
  const booked = data?.data;
  const isBooked = booked !== undefined && (booked.fee.amount !== 0 || booked.tax.amount !== 0);

  const [newFee, newTax] = [toMoney(fee.field.value), toMoney(tax.field.value)];

  const submit = handleSubmit(async (charges) => {
    // The signature covers what the person saw: other charges are not replaced with it.
    const replaces = isBooked
      ? { fee: booked.fee.amount / 100, tax: booked.tax.amount / 100 }
      : undefined;
    try {
      const { message } = await send(recordDayCharge, { body: { ...charges, replaces } });
      toast.success(message ?? t`Charges booked`);
      refresh();
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
      if (error instanceof ApiError && error.code === "CHARGES_CHANGED")
        void refreshApi(getDayCharge);
    }
  });

  return (
    <FormDialog
      title={t`Book charges`}
      description={t`A day's charges from the provider's report, without those that it names with payouts.`}
      action={t`Book charges`}
      open={open}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t`Provider`} required error={errors.adapter?.message}>
          <Select
            options={adapters.map((name) => ({
              value: name,
              label: translateText(providerLabel(name)),
            }))}
            value={adapter.field.value ?? null}
            onValueChange={adapter.field.onChange}
          />
        </Field>
        <DateField
          label={t`Day`}
          value={day.field.value}
          onChange={day.field.onChange}
          error={errors.day?.message}
        />
        <Field label={t`Fee`} required error={errors.fee?.message} hint={t`Without GST`}>
          <AmountInput
            value={fee.field.value}
            onValueChange={fee.field.onChange}
            onBlur={fee.field.onBlur}
          />
        </Field>
        <Field label="GST" required error={errors.tax?.message} hint={t`Input tax credit`}>
          <AmountInput
            value={tax.field.value}
            onValueChange={tax.field.onChange}
            onBlur={tax.field.onBlur}
          />
        </Field>
        <Field
          label={t`Report or invoice`}
          required
          error={errors.reference?.message}
          className="sm:col-span-2"
        >
          <TextInput autoComplete="off" {...register("reference")} />
        </Field>
        {isBooked && (
          <Notice tone="warn" title={t`Booked for this day already`} className="sm:col-span-2">
            {t`Fee ${formatMoney(booked.fee)}, GST ${formatMoney(booked.tax)} (${booked.reference}). Your amounts replace these: enter those of the whole day.`}
            {newFee &&
              newTax &&
              t` Posted now: fee ${difference(newFee, booked.fee)}, GST ${difference(newTax, booked.tax)}.`}
          </Notice>
        )}
      </div>
    </FormDialog>
  );
}

function difference(next: Money, booked: Money): string {
  return formatMoney({ ...next, amount: next.amount - booked.amount });
}
