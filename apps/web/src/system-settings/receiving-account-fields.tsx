import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { receivingAccountForm, ReceivingAccountForm } from "@rokad/contract/receiving-account";
import type { listReceivingAccounts, OwnAccount } from "@rokad/contract/receiving-accounts";
import type { ComponentProps } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { t } from "../super-admin-language.ts";
import { capitalsAndDigits, cleanField, digitsOnly } from "../api/clean-field.ts";
import { BankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";

interface ReceivingAccountFieldsProps {
  form: UseFormReturn<ReceivingAccountForm, unknown, z.output<typeof receivingAccountForm>>;
  bank: ComponentProps<typeof BankOfIfsc>["bank"];
  account: OwnAccount | undefined;
  list: Answer<typeof listReceivingAccounts>["data"];
}

/** With the field rules of tenants' bank accounts. The number of a saved account stays. */
export function ReceivingAccountFields({ form, bank, account, list }: ReceivingAccountFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const settles = useController({ control, name: "settles_provider" }).field;
  const providers = new Set([...list.providers, ...(settles.value ? [settles.value] : [])]);
  return (
    <>
      <Field
        label={t`Label`}
        required
        error={errors.label?.message}
        hint={t`Tenants choose by it when there are several`}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="off" maxLength={limits.labelCharsMax} {...register("label")} />
      </Field>
      <Field
        label={t`Account holder name`}
        required
        error={errors.account_holder_name?.message}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="off" {...register("account_holder_name")} />
      </Field>
      <Field
        label={t`Account number`}
        required
        error={errors.account_number?.message}
        hint={account ? t`For another number, add an account` : t`9 to 18 digits`}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          readOnly={account !== undefined}
          {...cleanField(register("account_number"), digitsOnly, limits.accountNumberDigitsMax)}
        />
      </Field>
      <Field
        label={t`IFSC code`}
        required
        error={errors.ifsc_code?.message}
        hint={<BankOfIfsc bank={bank} />}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...cleanField(register("ifsc_code"), capitalsAndDigits, limits.ifscChars)}
        />
      </Field>
      <Field label={t`Bank name`} required error={errors.bank_name?.message}>
        <TextInput autoComplete="off" {...register("bank_name")} />
      </Field>
      <Field label={t`Branch name`} error={errors.branch_name?.message} hint={t`Optional`}>
        <TextInput
          autoComplete="off"
          {...register("branch_name", {
            setValueAs: (typed: string | null) => typed?.trim() || null,
          })}
        />
      </Field>
      {providers.size > 0 && (
        <Field
          label={t`Virtual accounts of`}
          error={errors.settles_provider?.message}
          hint={t`The provider that settles its virtual accounts here`}
          className="sm:col-span-2"
        >
          <Select
            options={[
              { value: none, label: t`No provider` },
              ...[...providers].map((name) => ({ value: name, label: name })),
            ]}
            value={settles.value ?? none}
            onValueChange={(next) => settles.onChange(next === none ? null : next)}
            onBlur={settles.onBlur}
          />
        </Field>
      )}
    </>
  );
}

const none = "none";
