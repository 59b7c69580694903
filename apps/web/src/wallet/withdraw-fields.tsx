import type { WithdrawalForm } from "@rokad/contract/withdrawals";
import { formatMoney } from "@rokad/money/format";
import { toDecimal, type Money } from "@rokad/money/money";
import type { RefCallback, SubmitEvent } from "react";
import { useController } from "react-hook-form";
import { t } from "../language.ts";
import type { useContractForm } from "../api/use-contract-form.ts";
import type { ApprovedAccounts } from "../common/bank-details/approved-accounts.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { maskAccount } from "../ui/mask.ts";
import { toMoney } from "../ui/parse-rupees.ts";
import { Select } from "../ui/select.tsx";

interface WithdrawFieldsProps {
  form: ReturnType<typeof useContractForm<WithdrawalForm, WithdrawalForm>>;
  accounts: ApprovedAccounts;
  balance: Money;
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  onCancel: () => void;
  onSubmit: (event: SubmitEvent) => void;
}

const minPaise = 1_00;

export function WithdrawFields(props: WithdrawFieldsProps) {
  const { form, accounts, balance, first, onCancel, onSubmit } = props;
  const { list, failed, retry } = accounts;
  const account = useController({ control: form.control, name: "bank_account" });
  const amount = useController({ control: form.control, name: "amount" });
  const { ref, ...amountField } = amount.field;
  const money = toMoney(amountField.value);
  const isAbove = money !== undefined && money.amount > balance.amount;
  const whole = Number(toDecimal(balance));
  return (
    <form className="contents" noValidate onSubmit={onSubmit}>
      <DialogBody className="grid gap-4">
        <Field
          label={t`Bank account`}
          required
          error={failed ? t`Failed to load bank accounts` : account.fieldState.error?.message}
          hint={t`One of your approved accounts`}
          {...(failed && {
            aside: (
              <Button variant="link" size="text" onClick={retry}>
                {t`Retry`}
              </Button>
            ),
          })}
        >
          <Select
            ref={(control) => {
              account.field.ref(control);
              first(control);
            }}
            options={(list ?? []).map((each) => ({
              value: each._id,
              label: `${each.bank_name.toUpperCase()} ${maskAccount(each.account_number)}`,
            }))}
            value={account.field.value || null}
            onValueChange={account.field.onChange}
            onBlur={account.field.onBlur}
            placeholder={list || failed ? t`Select a bank account` : t`Loading bank accounts`}
            disabled={failed}
          />
        </Field>
        <Field
          label={t`Amount`}
          required
          error={
            amount.fieldState.error?.message ??
            (isAbove ? t`Your available balance is ${formatMoney(balance)}` : undefined)
          }
          hint={
            money && money.amount >= minPaise ? (
              <AmountInWords value={money} />
            ) : (
              t`From ₹1 to ${formatMoney(balance)}`
            )
          }
          aside={
            balance.amount >= minPaise && (
              <Button
                variant="link"
                size="text"
                onClick={() => {
                  form.setValue("amount", whole, { shouldDirty: true, shouldValidate: true });
                }}
              >
                {t`Whole balance`}
              </Button>
            )
          }
        >
          <AmountInput
            ref={ref}
            name={amountField.name}
            value={amountField.value}
            onValueChange={amountField.onChange}
            onBlur={amountField.onBlur}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" disabled={!form.formState.isDirty || isAbove}>
          {t`Continue`}
        </Button>
      </DialogFooter>
    </form>
  );
}
