import { useEffect, type RefCallback } from "react";
import { useController } from "react-hook-form";
import { t } from "../language.ts";
import { Field } from "../ui/field.tsx";
import { Button } from "../ui/button.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Select } from "../ui/select.tsx";
import type { ApprovedAccounts } from "../common/bank-details/approved-accounts.tsx";
import type { DepositFormState } from "./deposit-form-state.ts";

interface BankAccountPickerProps {
  form: DepositFormState;
  accounts: ApprovedAccounts;
  /** Receives focus when the form opens. */
  first: RefCallback<HTMLElement>;
}

export function BankAccountPicker({
  form,
  accounts: { list, failed, retry },
  first,
}: BankAccountPickerProps) {
  const { field, fieldState } = useController({ control: form.control, name: "bank_account" });
  const [only, another] = list ?? [];
  const onlyId = another ? undefined : only?._id;
  const { getValues, resetField } = form;
  useEffect(() => {
    // As its default: the form counts as unchanged until the person enters something.
    if (onlyId !== undefined && !getValues("bank_account"))
      resetField("bank_account", { defaultValue: onlyId });
  }, [onlyId, getValues, resetField]);
  return (
    <Field
      label={t`Bank account`}
      required
      error={failed ? t`Failed to load bank accounts` : fieldState.error?.message}
      hint={t`The approved account that you transferred from`}
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
          field.ref(control);
          first(control);
        }}
        options={(list ?? []).map((account) => ({
          value: account._id,
          label: `${account.bank_name.toUpperCase()} ${maskAccount(account.account_number)}`,
          hint: account.account_holder_name,
        }))}
        value={field.value || null}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
        placeholder={list || failed ? t`Select a bank account` : t`Loading bank accounts`}
        disabled={failed}
      />
    </Field>
  );
}
