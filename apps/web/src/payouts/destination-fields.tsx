import { limits } from "@rokad/contract/limits";
import { Landmark, Smartphone } from "lucide-react";
import { useController, useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { capitalsAndDigits, cleanField, digitsOnly } from "../api/clean-field.ts";
import { BankOfIfsc, useBankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { Field } from "../ui/field.tsx";
import { RadioCards } from "../ui/radio-cards.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { PayoutFormState } from "./payout-form.ts";

const methods = [
  { value: "imps", label: "IMPS", description: t`To a bank account`, icon: <Landmark /> },
  { value: "upi", label: "UPI", description: t`To a UPI ID`, icon: <Smartphone /> },
] as const;

/** The payment method and its account or UPI ID. */
export function DestinationFields({ form }: { form: PayoutFormState }) {
  const method = useController({ control: form.control, name: "method" }).field;
  return (
    <>
      <RadioCards
        legend={t`Payment method`}
        options={methods}
        value={method.value}
        onValueChange={method.onChange}
        onBlur={method.onBlur}
        className="sm:col-span-2"
      />
      {method.value === "upi" ? <UpiField form={form} /> : <AccountFields form={form} />}
    </>
  );
}

function UpiField({ form: { register, formState } }: { form: PayoutFormState }) {
  return (
    <Field
      label="UPI ID"
      required
      error={formState.errors.upi_id?.message}
      hint={t`For example: name@bank`}
      className="sm:col-span-2"
    >
      <TextInput
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...register("upi_id")}
      />
    </Field>
  );
}

function AccountFields({ form: { register, control, formState } }: { form: PayoutFormState }) {
  const { errors } = formState as { errors: Record<string, { message?: string } | undefined> };
  const bank = useBankOfIfsc(useWatch({ control, name: "ifsc_code" }) ?? "");
  return (
    <>
      <Field
        label={t`Account number`}
        required
        error={errors["account_number"]?.message}
        hint={t`9 to 18 digits`}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...cleanField(register("account_number"), digitsOnly, limits.accountNumberDigitsMax)}
        />
      </Field>
      <Field
        label={t`IFSC code`}
        required
        error={errors["ifsc_code"]?.message}
        hint={<BankOfIfsc bank={bank} />}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...cleanField(register("ifsc_code"), capitalsAndDigits, limits.ifscChars)}
        />
      </Field>
    </>
  );
}
