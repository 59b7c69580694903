import { t } from "../language.ts";
import { cleanField } from "../api/clean-field.ts";
import { parseMobile } from "../api/parse-mobile.ts";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import type { PayoutFormState } from "./payout-form.ts";

export function BeneficiaryFields({ form: { register, formState } }: { form: PayoutFormState }) {
  const { errors } = formState;
  return (
    <>
      <Field
        label={t`Beneficiary name`}
        required
        error={errors.beneficiary_name?.message}
        hint={t`Exactly as on the bank account`}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="off" autoCapitalize="words" {...register("beneficiary_name")} />
      </Field>
      <Field label={t`Email`} required error={errors.beneficiary_email?.message}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          {...register("beneficiary_email")}
        />
      </Field>
      <Field label={t`Phone number`} required error={errors.beneficiary_phone?.message}>
        <TextInput
          leading="+91"
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          {...cleanField(register("beneficiary_phone"), parseMobile)}
        />
      </Field>
      <Field
        label={t`Address`}
        required
        error={errors.beneficiary_address?.message}
        className="sm:col-span-2"
      >
        <Textarea rows={2} autoComplete="off" {...register("beneficiary_address")} />
      </Field>
    </>
  );
}
