import { todayInIndia } from "@rokad/contract/fields";
import type { BankAccountFloat } from "@rokad/contract/float";
import {
  bankBalanceForm,
  recordBankBalance,
  type BankBalanceForm,
} from "@rokad/contract/provider-charges";
import { useController } from "react-hook-form";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { DateField } from "../ui/date-field.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { accountOptions } from "./labels.ts";

interface BalanceDialogProps {
  /** The account that is chosen first. */
  accountId: string;
  accounts: readonly BankAccountFloat[];
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

/** Records a receiving account's closing balance of a day. */
export function BalanceDialog(props: BalanceDialogProps) {
  const { accountId, accounts, open, onClose, refresh } = props;
  const blank: BlankForm<BankBalanceForm> = {
    receiving_account: accountId,
    day: todayInIndia(),
    balance: undefined,
    note: "",
  };
  const form = useContractForm(bankBalanceForm, { defaultValues: blank });
  const { register, control, formState } = form;
  const { errors } = formState;
  const account = useController({ control, name: "receiving_account" });
  const day = useController({ control, name: "day" });
  const balance = useController({ control, name: "balance" });

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await sendIdempotent(recordBankBalance, { body });
      toast.success(message ?? t`Balance recorded`);
      refresh();
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  return (
    <FormDialog
      title={t`Record closing balance`}
      description={t`Compares our books with the bank. Moves no money.`}
      action={t`Record balance`}
      size="sm"
      open={open}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t`Receiving account`} required error={errors.receiving_account?.message}>
        <Select
          options={accountOptions(accounts)}
          value={account.field.value ?? null}
          onValueChange={account.field.onChange}
          onBlur={account.field.onBlur}
        />
      </Field>
      <DateField
        label={t`Day`}
        value={day.field.value}
        onChange={day.field.onChange}
        error={errors.day?.message}
      />
      <Field
        label={t`Balance at the end of the day`}
        required
        error={errors.balance?.message}
        hint={t`As the bank shows it`}
      >
        <AmountInput
          value={balance.field.value}
          onValueChange={balance.field.onChange}
          onBlur={balance.field.onBlur}
        />
      </Field>
      <Field label={t`Note`} error={errors.note?.message}>
        <TextInput autoComplete="off" {...register("note")} />
      </Field>
    </FormDialog>
  );
}
