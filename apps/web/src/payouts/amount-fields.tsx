import { limits } from "@rokad/contract/limits";
import { payoutFields } from "@rokad/contract/payout-fields";
import type { PlatformConfig } from "@rokad/contract/platform";
import { formatMoney } from "@rokad/money/format";
import { useController, useWatch } from "react-hook-form";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import type { PayoutFormState } from "./payout-form.ts";

interface AmountFieldsProps {
  form: PayoutFormState;
  config: PlatformConfig | undefined;
  /** Why this amount can't be paid now, for example a low balance. */
  problem: string | undefined;
}

const purposeOptions = [
  { value: "none", label: t`None` },
  ...Object.entries(payoutFields.purpose.choices).map(([value, label]) => ({
    value,
    label: translateText(label),
  })),
];

export function AmountFields({ form, config, problem }: AmountFieldsProps) {
  const { register, control, formState } = form;
  const { errors, touchedFields, isSubmitted } = formState;
  const {
    ref,
    value: rupees,
    onChange,
    ...amount
  } = useController({ control, name: "amount" }).field;
  const { ref: purposeRef, ...purpose } = useController({ control, name: "purpose" }).field;
  const [method, remarks] = useWatch({ control, name: ["method", "remarks"] });
  const money = toMoney(rupees);
  const isTouched = touchedFields.amount === true || isSubmitted;
  const range = config?.limits.payout[method];
  return (
    <>
      <Field
        label={t`Amount`}
        required
        error={errors.amount?.message ?? (isTouched ? problem : undefined)}
        hint={
          money && money.amount >= limits.payoutPaiseMin ? (
            <AmountInWords value={money} />
          ) : (
            range &&
            t`From ${formatWhole(range.min)} to ${formatWhole(range.max)} by ${method.toUpperCase()}`
          )
        }
        className="sm:col-span-2"
      >
        <AmountInput
          ref={ref}
          name={amount.name}
          value={rupees}
          onValueChange={onChange}
          onBlur={amount.onBlur}
        />
      </Field>
      <Field label={t`Purpose`} error={errors.purpose?.message} className="sm:col-span-2">
        <Select
          ref={purposeRef}
          name={purpose.name}
          options={purposeOptions}
          value={purpose.value ?? null}
          onValueChange={(value) => purpose.onChange(value === "none" ? undefined : value)}
          onBlur={purpose.onBlur}
          placeholder={t`Optional`}
        />
      </Field>
      <Field
        label={t`Remarks`}
        error={errors.remarks?.message}
        aside={t`${remarks?.length ?? 0} of ${limits.remarksCharsMax}`}
        className="sm:col-span-2"
      >
        <Textarea rows={2} placeholder={t`Optional`} {...register("remarks")} />
      </Field>
    </>
  );
}

function formatWhole(value: { amount: number; currency: string }): string {
  return formatMoney(value, { trailingZeros: false });
}
