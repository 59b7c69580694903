import {
  addBankAccount,
  bankAccountForm,
  listBankAccounts,
  type BankAccountForm,
} from "@rokad/contract/bank-accounts";
import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { capitalsAndDigits, cleanField, digitsOnly } from "../api/clean-field.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { BankOfIfsc } from "../common/bank-details/bank-of-ifsc.tsx";
import { useBankName } from "../common/bank-details/use-bank-name.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";

const accountTypes = [
  { value: "savings", label: t`Savings` },
  { value: "current", label: t`Current` },
] as const;

const blank: BlankForm<BankAccountForm> = {
  account_holder_name: "",
  account_number: "",
  ifsc_code: "",
  bank_name: "",
  branch_name: "",
  account_type: undefined,
};

export function AddBankAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isUnanswered, setIsUnanswered] = useState(false);
  const form = useContractForm(bankAccountForm, { defaultValues: blank });
  const { register, control, setValue, getValues, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const accountType = useController({ control, name: "account_type" });
  const { bank, isSubmitDelayed, submitWhenKnown } = useBankName({
    ifscCode: useWatch({ control, name: "ifsc_code" }) ?? "",
    read: () => getValues("bank_name"),
    write: (name) => setValue("bank_name", name, { shouldDirty: true, shouldValidate: true }),
  });
  const busy = isSubmitting || isSubmitDelayed;

  const submit = form.handleSubmit(async (body) => {
    setIsUnanswered(false);
    try {
      const { message } = await sendIdempotent(addBankAccount, { body });
      toast.success(message || t`Bank account added successfully!`);
      void refreshApi(listBankAccounts);
      onClose();
    } catch (error) {
      setIsUnanswered(!(error instanceof ApiError));
      if (!showFieldErrors(form, error))
        toast.error(messageOf(error, t`Failed to add bank account`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => {
        form.reset();
        setIsUnanswered(false);
      }}
      outsideCloses={!isDirty}
      closable={!busy}
      title={t`Add Bank Account`}
      description={t`We approve each account before it can be used for deposits.`}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submitWhenKnown(() => void submit());
        }}
      >
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
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
          <Field label={t`Account type`} required error={accountType.fieldState.error?.message}>
            <Select
              options={accountTypes}
              value={accountType.field.value ?? null}
              onValueChange={accountType.field.onChange}
              onBlur={accountType.field.onBlur}
              placeholder={t`Savings or current`}
            />
          </Field>
          <Field label={t`Bank name`} required error={errors.bank_name?.message}>
            <TextInput autoComplete="off" {...register("bank_name")} />
          </Field>
          <Field
            label={t`Branch name`}
            required
            error={errors.branch_name?.message}
            className="sm:col-span-2"
          >
            <TextInput autoComplete="off" {...register("branch_name")} />
          </Field>
          {isUnanswered && (
            <Notice tone="warn" title={t`No response yet.`} className="sm:col-span-2">
              {t`Check your connection and try again. The account will not be added twice.`}
            </Notice>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!isDirty} busy={busy} busyLabel={t`Adding...`}>
            {t`Add Account`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
