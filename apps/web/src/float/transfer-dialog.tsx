import { todayInIndia } from "@rokad/contract/fields";
import {
  fundTransferForm,
  recordFundTransfer,
  type FundTransferForm,
} from "@rokad/contract/fund-transfers";
import type { BankAccountFloat } from "@rokad/contract/float";
import { limits } from "@rokad/contract/limits";
import { providerLabel } from "@rokad/contract/reconciliation";
import { useController, useWatch } from "react-hook-form";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { capitalsAndDigits, cleanField } from "../api/clean-field.ts";
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

/** The values that a transfer starts with, such as those of a credit in the provider's list. */
export type TransferStart = Partial<
  Pick<
    FundTransferForm,
    "from" | "to" | "amount" | "utr_reference" | "transferred_on" | "credit_reference"
  >
>;

interface TransferDialogProps {
  start: TransferStart;
  /** The names of the providers' adapters. */
  adapters: readonly string[];
  accounts: readonly BankAccountFloat[];
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

/** Records a transfer between the bank account, a provider and own funds. */
export function TransferDialog(props: TransferDialogProps) {
  const { start, adapters, accounts, open, onClose, refresh } = props;
  const blank: BlankForm<FundTransferForm> = {
    from: "bank",
    to: adapters[0] ?? "",
    receiving_account: accounts[0]?.id ?? "",
    amount: undefined,
    utr_reference: "",
    transferred_on: todayInIndia(),
    note: "",
    ...start,
  };
  const form = useContractForm(fundTransferForm, { defaultValues: blank });
  const { register, control, formState, handleSubmit } = form;
  const { errors } = formState;
  const from = useController({ control, name: "from" });
  const to = useController({ control, name: "to" });
  const amount = useController({ control, name: "amount" });
  const day = useController({ control, name: "transferred_on" });
  const account = useController({ control, name: "receiving_account" });
  const sides = useWatch({ control, name: ["from", "to"] });
  const isOwn = sides.includes("own_funds");
  const usesBank = sides.includes("bank");
  const isNamed = start.credit_reference !== undefined;
  const options = [
    { value: "bank", label: t`Bank account` },
    ...adapters.map((adapter) => ({
      value: adapter,
      label: translateText(providerLabel(adapter)),
    })),
    { value: "own_funds", label: t`Own funds` },
  ];

  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await sendIdempotent(recordFundTransfer, { body });
      toast.success(message);
      refresh();
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  return (
    <FormDialog
      title={t`Record transfer`}
      description={t`Money that already moved between your bank account, a provider and your own funds.`}
      action={t`Record transfer`}
      open={open}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t`From`} required error={errors.from?.message}>
          <Select
            options={options}
            value={from.field.value ?? null}
            onValueChange={from.field.onChange}
            onBlur={from.field.onBlur}
          />
        </Field>
        <Field label={t`To`} required error={errors.to?.message}>
          <Select
            options={options}
            value={to.field.value ?? null}
            onValueChange={to.field.onChange}
            onBlur={to.field.onBlur}
            disabled={isNamed}
          />
        </Field>
        {usesBank && (
          <Field
            label={t`Receiving account`}
            required
            error={errors.receiving_account?.message}
            className="sm:col-span-2"
          >
            <Select
              options={accountOptions(accounts)}
              value={account.field.value ?? null}
              onValueChange={account.field.onChange}
              onBlur={account.field.onBlur}
            />
          </Field>
        )}
        <Field label={t`Amount`} required error={errors.amount?.message}>
          <AmountInput
            value={amount.field.value}
            onValueChange={amount.field.onChange}
            onBlur={amount.field.onBlur}
            disabled={isNamed}
          />
        </Field>
        <DateField
          label={t`Day`}
          value={day.field.value}
          onChange={day.field.onChange}
          error={errors.transferred_on?.message}
        />
        <Field
          label="UTR"
          required={!isOwn}
          error={errors.utr_reference?.message}
          hint={isOwn ? t`If there is one` : t`12 to 22 letters and digits`}
          className="sm:col-span-2"
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...cleanField(register("utr_reference"), capitalsAndDigits, limits.utrCharsMax)}
          />
        </Field>
        <Field
          label={t`Note`}
          required={isOwn}
          error={errors.note?.message}
          hint={
            isOwn ? t`Such as capital, bank charges, GST payment, earnings withdrawn` : undefined
          }
          className="sm:col-span-2"
        >
          <TextInput autoComplete="off" {...register("note")} />
        </Field>
      </div>
    </FormDialog>
  );
}
